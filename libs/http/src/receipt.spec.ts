import 'reflect-metadata';
import { IsString } from 'class-validator';
import { Holds, ListOf } from './class-schema';
import { OnReceipt, receiptOf } from './receipt';

class PartView {
  @OnReceipt()
  @IsString()
  id: string;

  @IsString()
  text: string;
}

class WholeView {
  @OnReceipt()
  @Holds(() => PartView)
  part: PartView;

  @ListOf(() => PartView)
  parts: PartView[];
}

@OnReceipt()
class DoneView {
  @ListOf(() => PartView)
  parts: PartView[];

  @Holds(() => PartView)
  absent: PartView | null;

  @IsString()
  said: string;
}

class LaterView extends DoneView {
  @IsString()
  more: string;
}

const part = { id: 'a', text: 'secret' };

describe('the receipt of a write', () => {
  it('has the fields that are marked, in any depth', () => {
    expect(receiptOf(WholeView, { part, parts: [part] })).toEqual({ part: { id: 'a' } });
    expect(receiptOf({ one: WholeView, many: [PartView] }, { one: { part, parts: [] }, many: [part] })).toEqual({
      one: { part: { id: 'a' } },
      many: [{ id: 'a' }],
    });
  });

  it('has all fields of a marked class, and not what they hold', () => {
    const done = { parts: [part], absent: null, said: 'done' };
    expect(receiptOf(DoneView, done)).toEqual({ parts: [{ id: 'a' }], absent: null, said: 'done' });
    expect(receiptOf(LaterView, { ...done, more: 'secret' })).toEqual({});
  });

  it('has nothing that no view names', () => {
    expect(receiptOf(PartView, { id: 'a', secret: 'secret' })).toEqual({ id: 'a' });
    expect(receiptOf({ one: PartView }, { one: part, other: part, constructor: part })).toEqual({ one: { id: 'a' } });
    expect(receiptOf({}, part)).toEqual({});
    expect(receiptOf(PartView, 'secret')).toBeNull();
  });
});
