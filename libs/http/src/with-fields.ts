import type { Class } from './class-schema';

/**
 * Returns a class to extend. It has the fields of a table, each with the decorators that follow from its row, and these
 * values when it is made. `base` is the class that it extends itself.
 */
export function withFields<Fields extends object, Base extends object = object>(
  fields: readonly (keyof Fields & string)[],
  decoratorOf: (field: keyof Fields & string) => PropertyDecorator,
  { values = {}, base }: { values?: Partial<Fields>; base?: Class<Base> } = {},
): Class<Fields & Base> {
  const Base: Class = base ?? Object;
  class WithFields extends Base {
    constructor() {
      super();
      Object.assign(this, structuredClone(values));
    }
  }
  for (const field of fields) decoratorOf(field)(WithFields.prototype, field);
  // Decorators and values say which fields there are, and the compiler does not see them.
  return WithFields as Class<Fields & Base>;
}
