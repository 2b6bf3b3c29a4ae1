import type { Asset } from './asset.entity';

type Named = Pick<Asset, 'id' | 'projectId' | 'extension'>;

export const objectKey = ({ id, projectId, extension }: Named) => `assets/${projectId}/${id}.${extension}`;

/** All variants of an image are one object, so that they appear together, and one call deletes them. */
export const variantsKey = ({ id, projectId }: Pick<Named, 'id' | 'projectId'>) => `assets/${projectId}/${id}.variants`;

/** The objects that must go with the image. The second may be absent. */
export const keysOf = (asset: Named) => [objectKey(asset), variantsKey(asset)];
