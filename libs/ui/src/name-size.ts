const HAN = /\p{Script=Han}/u;

export type NameSize = 'short' | 'medium' | 'long' | 'longest';

/** How large a name can be drawn. A Han character counts two. */
export function nameSizeOf(name: string): NameSize {
  const letters = Array.from(name).reduce((sum, letter) => sum + (HAN.test(letter) ? 2 : 1), 0);
  if (letters <= 18) return 'short';
  if (letters <= 36) return 'medium';
  return letters <= 60 ? 'long' : 'longest';
}
