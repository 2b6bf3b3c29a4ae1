import path from 'node:path';
import ts from 'typescript';
import { Choices, forAllChoices } from './choices';
import { ConstantText, NotConstant } from './constant-text';

export interface StatementShape {
  text: string;
  parameters: ts.Type[] | null;
}

/** `rows` are the rows. `changed` is TypeORM's [rows, count] of an UPDATE or DELETE. */
export interface AssertedRows {
  kind: 'rows' | 'changed';
  row: ts.Type;
}

export interface StatementCall {
  place: string;
  file: string;
  shapes: StatementShape[];
  /** Null if the result is ignored. */
  asserted: AssertedRows | null;
  /** TypeORM returns an UPDATE in another shape than pg. */
  isTypeOrm: boolean;
  node: ts.CallExpression;
}

export interface FoundStatements {
  checker: ts.TypeChecker;
  calls: StatementCall[];
  faults: string[];
}

export interface StatementSources {
  workspace: string;
  folders: readonly string[];
  exceptFiles: readonly string[];
}

/** Finds `query` of TypeORM and pg, and our functions with a parameter named `statement`. */
export function findStatements({ workspace, folders, exceptFiles }: StatementSources): FoundStatements {
  const { config } = ts.readConfigFile(path.join(workspace, 'tsconfig.base.json'), (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, workspace);
  const isShipped = (file: string) =>
    !/\.spec\.tsx?$|\/migrations\//.test(file) && !exceptFiles.includes(path.relative(workspace, file));
  const files = folders
    .flatMap((folder) => ts.sys.readDirectory(path.join(workspace, folder), ['.ts', '.tsx']))
    .filter(isShipped);
  // Nothing here asks for the comments of packages.
  const host = { ...ts.createCompilerHost(options), jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const program = ts.createProgram(files, options, host);
  const finder = new StatementFinder(program.getTypeChecker(), workspace);
  for (const file of files) finder.visit(program.getSourceFile(file));
  return finder;
}

class StatementFinder implements FoundStatements {
  readonly calls: StatementCall[] = [];
  readonly faults: string[] = [];

  constructor(
    readonly checker: ts.TypeChecker,
    private readonly workspace: string,
  ) {}

  visit(node: ts.Node | undefined): void {
    if (node === undefined) return;
    if (ts.isCallExpression(node)) this.look(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  private look(node: ts.CallExpression): void {
    const sent = this.sent(node);
    if (sent === null) return;
    const { fileName } = node.getSourceFile();
    const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
    const file = path.relative(this.workspace, fileName);
    const place = `${file}:${line + 1}`;
    try {
      if (this.isPassedOn(sent.statement)) return this.checkPassedOn(node);
      const shapes = forAllChoices((choices) => this.shape(sent, choices));
      this.calls.push({ place, file, shapes, asserted: this.asserted(node), isTypeOrm: sent.isTypeOrm, node });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.faults.push(`${place}: ${error.message}`);
    }
  }

  private shape({ statement, values }: Sent, choices: Choices): StatementShape {
    const constants = new ConstantText(this.checker, choices);
    try {
      return { text: constants.textOf(statement), parameters: values ? this.parameterTypes(values, constants) : [] };
    } catch (error) {
      if (!(error instanceof NotConstant)) throw error;
      throw new Error(
        `the check cannot read this statement: ${error.message}. Build it from constants and literal types, or pass it on as a parameter named \`statement\`.`,
        { cause: error },
      );
    }
  }

  private sent(node: ts.CallExpression): Sent | null {
    if (node.arguments.length === 0 || !this.mayTakeStatement(node.expression)) return null;
    const declaration = this.checker.getResolvedSignature(node)?.declaration;
    const at = declaration === undefined ? -1 : statementPosition(declaration);
    const statement = node.arguments[at];
    if (declaration === undefined || statement === undefined) return null;
    const isTypeOrm = declaration.getSourceFile().fileName.includes('/node_modules/typeorm/');
    const config = this.objectOf(statement);
    if (config === null) return { statement, values: node.arguments[at + 1], isTypeOrm };
    const member = (name: string) => config.properties.find((property) => property.name?.getText() === name);
    const text = member('text');
    if (text === undefined) return null;
    const values = member('values');
    return { statement: valueOf(text), values: values && valueOf(values), isTypeOrm };
  }

  /** Asked first, because choosing among overloads needs the types of all arguments, which takes most of the time. */
  private mayTakeStatement(called: ts.Expression): boolean {
    const type = this.checker.getNonNullableType(this.checker.getTypeAtLocation(called));
    return this.checker
      .getSignaturesOfType(this.checker.getApparentType(type), ts.SignatureKind.Call)
      .some(({ declaration }) => declaration !== undefined && statementPosition(declaration) >= 0);
  }

  private objectOf(node: ts.Expression): ts.ObjectLiteralExpression | null {
    if (ts.isObjectLiteralExpression(node)) return node;
    if (!ts.isIdentifier(node)) return null;
    const initializer = this.initializerOf(node);
    return initializer && ts.isObjectLiteralExpression(initializer) ? initializer : null;
  }

  private initializerOf(node: ts.Identifier): ts.Expression | undefined {
    const declaration = this.symbolOf(node)?.valueDeclaration;
    return declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  }

  /** Handles shorthand properties too. */
  private symbolOf(node: ts.Identifier): ts.Symbol | undefined {
    return ts.isShorthandPropertyAssignment(node.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.checker.getSymbolAtLocation(node);
  }

  /** If a function passes a statement on, its callers are checked. */
  private isPassedOn(statement: ts.Expression): boolean {
    if (!ts.isIdentifier(statement)) return false;
    const declaration = this.symbolOf(statement)?.valueDeclaration;
    return declaration !== undefined && ts.isParameter(declaration) && statement.text === 'statement';
  }

  /** Such a function must take its row type from its callers, whose statements are compared with it. */
  private checkPassedOn(node: ts.CallExpression): void {
    const inner = this.answerOf(node);
    if (
      inner === null ||
      inner.row.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter) ||
      this.isUntyped(inner.row)
    )
      return;
    const enclosing = ts.findAncestor(node, (each) => ts.isFunctionDeclaration(each) || ts.isMethodDeclaration(each));
    const signature =
      enclosing && ts.isFunctionLike(enclosing) ? this.checker.getSignatureFromDeclaration(enclosing) : undefined;
    const answered = signature && this.checker.getAwaitedType(this.checker.getReturnTypeOfSignature(signature));
    if (answered && this.rowsOf(answered, node)?.row === inner.row) return;
    throw new Error(
      'a function that sends the statement of its callers answers their rows, or reads unknown[]: give it a type parameter for the row.',
    );
  }

  private answerOf(node: ts.CallExpression): AssertedRows | null {
    const signature = this.checker.getResolvedSignature(node);
    const answer = signature && this.checker.getAwaitedType(this.checker.getReturnTypeOfSignature(signature));
    return answer ? this.rowsOf(answer, node) : null;
  }

  private parameterTypes(values: ts.Expression, constants: ConstantText): ts.Type[] | null {
    const inner = ts.isAsExpression(values) || ts.isParenthesizedExpression(values) ? values.expression : values;
    if (ts.isArrayLiteralExpression(inner)) return this.elementTypes(inner, constants);
    if (ts.isConditionalExpression(inner))
      return this.parameterTypes(constants.isTrue(inner.condition) ? inner.whenTrue : inner.whenFalse, constants);
    if (ts.isIdentifier(inner)) {
      const initializer = this.initializerOf(inner);
      if (initializer) return this.parameterTypes(initializer, constants);
      const declaration = this.symbolOf(inner)?.valueDeclaration;
      const given = declaration && ts.isParameter(declaration) ? constants.given(declaration) : undefined;
      if (given) return this.parameterTypes(given, constants);
    }
    if (ts.isCallExpression(inner)) {
      const mapped = this.mappedTypes(inner, constants);
      if (mapped) return mapped;
      const returned = this.returnedBy(inner);
      if (returned) return this.parameterTypes(returned, constants);
    }
    return this.tupleTypes(inner);
  }

  private mappedTypes(call: ts.CallExpression, constants: ConstantText): ts.Type[] | null {
    const { expression } = call;
    const [callback] = call.arguments;
    if (
      !ts.isPropertyAccessExpression(expression) ||
      expression.name.text !== 'map' ||
      !callback ||
      !ts.isArrowFunction(callback)
    )
      return null;
    const types = this.parameterTypes(expression.expression, constants);
    if (types === null || /^\(?(\w+)\)? => \1 \?\? null$/.test(callback.getText())) return types;
    const [element] = this.checker.getTypeArguments(this.checker.getTypeAtLocation(call) as ts.TypeReference);
    return element ? types.map(() => element) : null;
  }

  private elementTypes(list: ts.ArrayLiteralExpression, constants: ConstantText): ts.Type[] | null {
    const types: ts.Type[] = [];
    for (const element of list.elements) {
      const more = ts.isSpreadElement(element)
        ? this.parameterTypes(element.expression, constants)
        : [this.checker.getTypeAtLocation(element)];
      if (more === null) return null;
      types.push(...more);
    }
    return types;
  }

  private tupleTypes(node: ts.Expression): ts.Type[] | null {
    const type = this.checker.getTypeAtLocation(node);
    return this.checker.isTupleType(type) ? [...this.checker.getTypeArguments(type as ts.TypeReference)] : null;
  }

  private returnedBy(call: ts.CallExpression): ts.Expression | undefined {
    const declaration = this.checker.getResolvedSignature(call)?.declaration;
    if (!declaration || declaration.getSourceFile().isDeclarationFile || !('body' in declaration) || !declaration.body)
      return undefined;
    if (!ts.isBlock(declaration.body)) return declaration.body;
    const last = declaration.body.statements.at(-1);
    return last && ts.isReturnStatement(last) ? last.expression : undefined;
  }

  private asserted(node: ts.CallExpression): AssertedRows | null {
    const signature = this.checker.getResolvedSignature(node);
    const answer = signature && this.checker.getAwaitedType(this.checker.getReturnTypeOfSignature(signature));
    const rows = answer && this.rowsOf(answer, node);
    if (rows && !this.isUntyped(rows.row)) return rows;
    if (isDiscarded(node) || (answer && !rows && !(answer.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown))))
      return null;
    throw new Error(
      'nothing says what the rows of this statement are: give the call the type of its rows, or unknown[] where only their number counts.',
    );
  }

  private isUntyped(row: ts.Type): boolean {
    if (row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) return true;
    return (
      this.checker.getIndexTypeOfType(row, ts.IndexKind.String) !== undefined &&
      this.checker.getPropertiesOfType(row).length === 0
    );
  }

  private rowsOf(answer: ts.Type, node: ts.Node): AssertedRows | null {
    if (this.checker.isTupleType(answer)) {
      const [rows] = this.checker.getTypeArguments(answer as ts.TypeReference);
      return rows ? { kind: 'changed', row: this.elementOf(rows) } : null;
    }
    if (this.checker.isArrayType(answer)) return { kind: 'rows', row: this.elementOf(answer) };
    const rows = answer.flags & ts.TypeFlags.Any ? undefined : answer.getProperty('rows');
    return rows ? { kind: 'rows', row: this.elementOf(this.checker.getTypeOfSymbolAtLocation(rows, node)) } : null;
  }

  /** A tuple also tells how many rows come. */
  private elementOf(rows: ts.Type): ts.Type {
    const isList = this.checker.isArrayType(rows) || this.checker.isTupleType(rows);
    return (isList ? this.checker.getTypeArguments(rows as ts.TypeReference)[0] : rows) ?? rows;
  }
}

interface Sent {
  isTypeOrm: boolean;
  statement: ts.Expression;
  values: ts.Expression | undefined;
}

/** Which argument is the statement, or -1. */
function statementPosition(declaration: NonNullable<ts.Signature['declaration']>): number {
  if (ts.isJSDocSignature(declaration)) return -1;
  if (isDriver(declaration)) return 0;
  return declaration.parameters.findIndex(({ name }) => ts.isIdentifier(name) && name.text === 'statement');
}

function isDriver(declaration: ts.SignatureDeclaration): boolean {
  const { fileName } = declaration.getSourceFile();
  return declaration.name?.getText() === 'query' && /node_modules\/(?:typeorm|@types\/pg)\//.test(fileName);
}

function valueOf(property: ts.ObjectLiteralElementLike): ts.Expression {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  if (ts.isShorthandPropertyAssignment(property)) return property.name;
  throw new Error(`the check cannot read \`${property.getText()}\``);
}

/** Whether a result is ignored, or only its length is read. */
function isDiscarded(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) return isDiscarded(parent);
  if (ts.isPropertyAccessExpression(parent))
    return parent.name.text === 'length' || (parent.name.text === 'catch' && isDiscarded(parent.parent));
  return (
    ts.isExpressionStatement(parent) ||
    ts.isArrowFunction(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isVoidExpression(parent)
  );
}
