export { KeyRing, keyRing } from './key-ring';
export { seal, sealByRing, unseal, unsealByRing } from './sealing';
