import { readParcels, writeParcels } from './parcel-lines';

describe('a pasted list of parcels', () => {
  it('has a slug, a carrier of any number of words, and a tracking number on each line', () => {
    const parcels = readParcels('river-node China Post  AB1\r\n\n fog-bell\tDHL\tA B 2\nlamp 77\nbare', []);
    expect(parcels).toEqual([
      { slug: 'river-node', carrier: 'China Post', tracking: 'AB1' },
      { slug: 'fog-bell', carrier: 'DHL', tracking: 'A B 2' },
      { slug: 'lamp', carrier: null, tracking: '77' },
      { slug: 'bare', carrier: null, tracking: null },
    ]);
    expect(readParcels(writeParcels(parcels), [])).toEqual(parcels);
  });

  it('may have commas, semicolons or tabs between, and none at the end', () => {
    const parcel = { slug: 'river-node', carrier: 'DHL', tracking: '00341234' };
    for (const line of [
      ...[
        'river-node DHL, 00341234',
        'river-node, DHL, 00341234',
        'river-node;DHL;00341234;',
        ' river-node, DHL 00341234',
      ],
      ...['river-node\tDHL,\t00341234', 'river-node，DHL，00341234，', 'river-node DHL 00341234,'],
    ])
      expect([line, readParcels(line, [])]).toEqual([line, [parcel]]);
    expect(readParcels('river-node, China Post, AB 1\nriver-node; 77', [])).toEqual([
      { ...parcel, carrier: 'China Post', tracking: 'AB 1' },
      { ...parcel, carrier: null, tracking: '77' },
    ]);
    expect(readParcels('DHL, 00341234\nDHL\t00341234', ['river-node', 'river-node'])).toEqual([parcel, parcel]);
    const gaps = [
      { ...parcel, tracking: null },
      { ...parcel, carrier: 'A, B' },
    ];
    expect(readParcels(writeParcels(gaps), [])).toEqual(gaps);
  });

  it('gives its lines to the ticked rows in order, and leaves none out', () => {
    expect(readParcels('DHL A1\nB2\nC3', ['river-node', 'fog-bell'])).toEqual([
      { slug: 'river-node', carrier: 'DHL', tracking: 'A1' },
      { slug: 'fog-bell', carrier: null, tracking: 'B2' },
      { slug: '?', carrier: null, tracking: 'C3' },
    ]);
    expect(readParcels('A1', ['river-node', 'fog-bell'])[1]).toEqual({
      slug: 'fog-bell',
      carrier: null,
      tracking: null,
    });
  });
});
