import ts from 'typescript';
import type { Choices } from './choices';

export type Constant = string | number | boolean | null | undefined | Constant[] | ConstantFunction | ConstantObject;

/** Its members are evaluated when a statement needs them, because others may be known to the program alone. */
interface ConstantObject {
  literal: ts.ObjectLiteralExpression;
  scope: Scope;
}

interface ConstantFunction {
  parameters: ts.NodeArray<ts.ParameterDeclaration>;
  body: ts.Expression;
}

type Scope = ReadonlyMap<ts.Symbol, Constant>;

export class NotConstant extends Error {
  constructor(node: ts.Node) {
    super(`\`${node.getText().replace(/\s+/g, ' ').slice(0, 80)}\` is not known before the program runs`);
  }
}

/**
 * Evaluates literals, templates, constants, functions of one expression, `Object.keys`, `map`, `filter` and `join`. An unknown value stands for
 * each member of its literal union; an unknown condition is both true and false.
 */
export class ConstantText {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly choices: Choices,
  ) {}

  textOf(node: ts.Expression): string {
    const value = this.evaluate(node, new Map());
    if (typeof value !== 'string') throw new NotConstant(node);
    return value;
  }

  /** The same for conditions with the same text in one file. */
  isTrue(condition: ts.Expression): boolean {
    return this.choices.choose(`${condition.getSourceFile().fileName} ${condition.getText()}`, 2) === 0;
  }

  /** Takes all parameters of a function from the same caller in the file. */
  given(parameter: ts.ParameterDeclaration): ts.Expression | undefined {
    const calls: ts.CallExpression[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && this.checker.getResolvedSignature(node)?.declaration === parameter.parent)
        calls.push(node);
      ts.forEachChild(node, visit);
    };
    const file = parameter.getSourceFile();
    visit(file);
    if (calls.length === 0) return undefined;
    return calls[this.choices.choose(`callers ${file.fileName} ${parameter.parent.pos}`, calls.length)]?.arguments[
      parameter.parent.parameters.indexOf(parameter)
    ];
  }

  private evaluate(node: ts.Expression, scope: Scope): Constant {
    try {
      return this.read(node, scope);
    } catch (error) {
      if (!(error instanceof NotConstant)) throw error;
      return this.byType(node, error);
    }
  }

  private read(node: ts.Expression, scope: Scope): Constant {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node)
    ) {
      return this.evaluate(node.expression, scope);
    }
    if (ts.isTemplateExpression(node)) {
      return node.templateSpans.reduce(
        (text, span) => text + this.inserted(span.expression, scope) + span.literal.text,
        node.head.text,
      );
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      return this.inserted(node.left, scope) + this.inserted(node.right, scope);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      const operand = this.evaluate(node.operand, scope);
      return typeof operand === 'boolean' ? !operand : notConstant(node);
    }
    if (ts.isConditionalExpression(node))
      return this.evaluate(this.isTrue(node.condition) ? node.whenTrue : node.whenFalse, scope);
    if (ts.isArrayLiteralExpression(node)) return node.elements.map((element) => this.evaluate(element, scope));
    if (ts.isObjectLiteralExpression(node)) return { literal: node, scope };
    if (ts.isArrowFunction(node) || ts.isFunctionDeclaration(node)) return functionOf(node);
    if (ts.isIdentifier(node)) return this.named(node, scope);
    if (ts.isPropertyAccessExpression(node))
      return this.member(node, this.evaluate(node.expression, scope), node.name.text);
    if (ts.isElementAccessExpression(node)) {
      return this.member(node, this.evaluate(node.expression, scope), this.inserted(node.argumentExpression, scope));
    }
    if (ts.isCallExpression(node)) return this.call(node, scope);
    throw new NotConstant(node);
  }

  private inserted(node: ts.Expression, scope: Scope): string {
    const value = this.evaluate(node, scope);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw new NotConstant(node);
  }

  private named(node: ts.Identifier, scope: Scope): Constant {
    if (node.text === 'undefined') return undefined;
    const symbol = this.symbolOf(node);
    if (symbol === undefined) throw new NotConstant(node);
    if (scope.has(symbol)) return scope.get(symbol);
    const declaration = symbol.valueDeclaration;
    if (declaration === undefined) throw new NotConstant(node);
    if (ts.isFunctionDeclaration(declaration)) return functionOf(declaration);
    if (ts.isVariableDeclaration(declaration) && isConstant(declaration) && declaration.initializer)
      return this.evaluate(declaration.initializer, scope);
    if (ts.isParameter(declaration)) return this.evaluate(this.given(declaration) ?? notConstant(node), new Map());
    if (ts.isBindingElement(declaration)) return this.destructured(node, declaration, scope);
    throw new NotConstant(node);
  }

  private destructured(node: ts.Identifier, element: ts.BindingElement, scope: Scope): Constant {
    const source = element.parent.parent;
    if (!ts.isObjectBindingPattern(element.parent) || !ts.isVariableDeclaration(source) || !source.initializer)
      throw new NotConstant(node);
    const name = element.propertyName ?? element.name;
    if (!ts.isIdentifier(name)) throw new NotConstant(node);
    return this.member(node, this.evaluate(source.initializer, scope), name.text);
  }

  private member(node: ts.Expression, value: Constant, name: string): Constant {
    if (!isObject(value)) throw new NotConstant(node);
    for (const property of [...value.literal.properties].reverse()) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.evaluate(property.expression, value.scope);
        if (this.keysOf(node, spread).includes(name)) return this.member(node, spread, name);
      } else if (nameOf(property) === name) {
        if (!ts.isPropertyAssignment(property)) throw new NotConstant(node);
        return this.evaluate(property.initializer, value.scope);
      }
    }
    throw new NotConstant(node);
  }

  private keysOf(node: ts.Expression, value: Constant): string[] {
    if (!isObject(value)) throw new NotConstant(node);
    const names = value.literal.properties.flatMap((property) =>
      ts.isSpreadAssignment(property)
        ? this.keysOf(node, this.evaluate(property.expression, value.scope))
        : (nameOf(property) ?? notConstant(node)),
    );
    return [...new Set(names)];
  }

  private call(node: ts.CallExpression, scope: Scope): Constant {
    const { expression } = node;
    const [first] = node.arguments;
    if (first !== undefined && expression.getText() === 'Object.keys')
      return this.keysOf(node, this.evaluate(first, scope));
    if (first !== undefined && ts.isPropertyAccessExpression(expression)) {
      const list = LIST_METHODS.includes(expression.name.text) && this.evaluate(expression.expression, scope);
      if (Array.isArray(list)) return this.listed(node, expression.name.text, list, this.evaluate(first, scope), scope);
    }
    const values = node.arguments.map((argument) => this.evaluate(argument, scope));
    return this.apply(node, this.evaluate(expression, scope), values, scope);
  }

  private listed(
    node: ts.CallExpression,
    method: string,
    list: Constant[],
    argument: Constant,
    scope: Scope,
  ): Constant {
    if (method === 'join') {
      if (typeof argument !== 'string' || !list.every((item) => typeof item === 'string')) throw new NotConstant(node);
      return list.join(argument);
    }
    const results = list.map((item, at) => this.apply(node, argument, [item, at], scope));
    if (method === 'map') return results;
    if (!results.every((result) => typeof result === 'boolean')) throw new NotConstant(node);
    return list.filter((_, at) => results[at]);
  }

  private apply(node: ts.Expression, called: Constant, values: Constant[], scope: Scope): Constant {
    if (!isFunction(called)) throw new NotConstant(node);
    const inner = new Map(scope);
    for (const [at, parameter] of called.parameters.entries()) {
      const symbol = ts.isIdentifier(parameter.name) ? this.checker.getSymbolAtLocation(parameter.name) : undefined;
      if (symbol === undefined || (at >= values.length && parameter.initializer === undefined))
        throw new NotConstant(node);
      inner.set(
        symbol,
        at < values.length ? values[at] : parameter.initializer && this.evaluate(parameter.initializer, inner),
      );
    }
    return this.evaluate(called.body, inner);
  }

  private symbolOf(node: ts.Identifier): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  private byType(node: ts.Expression, unknown: NotConstant): Constant {
    const type = this.checker.getTypeAtLocation(node);
    const members = type.isUnion() ? type.types : [type];
    const literals = members.flatMap((member) => literalOf(this.checker, member));
    if (literals.length === members.length && literals.length > 0) {
      // One variable has one value, wherever a statement names it.
      const symbol = this.checker.getSymbolAtLocation(node)?.valueDeclaration;
      const key = symbol
        ? `${symbol.getSourceFile().fileName} ${symbol.pos} ${node.getText()}`
        : `${node.getSourceFile().fileName} ${node.getText()}`;
      return literals[this.choices.choose(key, literals.length)];
    }
    // Any number has the same type.
    if (type.flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike)) return 1;
    throw unknown;
  }
}

function literalOf(checker: ts.TypeChecker, type: ts.Type): (string | number | boolean)[] {
  if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
  return type.flags & ts.TypeFlags.BooleanLiteral ? [checker.typeToString(type) === 'true'] : [];
}

function functionOf(node: ts.ArrowFunction | ts.FunctionDeclaration): ConstantFunction {
  const { body, parameters } = node;
  if (body === undefined) throw new NotConstant(node);
  if (!ts.isBlock(body)) return { parameters, body };
  const [only, ...others] = body.statements;
  if (!only || others.length > 0 || !ts.isReturnStatement(only) || !only.expression) throw new NotConstant(node);
  return { parameters, body: only.expression };
}

function notConstant(node: ts.Node): never {
  throw new NotConstant(node);
}

const LIST_METHODS = ['map', 'filter', 'join'];

const nameOf = ({ name }: ts.ObjectLiteralElementLike) =>
  name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;

const isObject = (value: Constant): value is ConstantObject =>
  typeof value === 'object' && value !== null && 'literal' in value;

const isFunction = (value: Constant): value is ConstantFunction =>
  typeof value === 'object' && value !== null && 'body' in value && 'parameters' in value;

const isConstant = (declaration: ts.VariableDeclaration) =>
  ts.isVariableDeclarationList(declaration.parent) && (declaration.parent.flags & ts.NodeFlags.Const) !== 0;
