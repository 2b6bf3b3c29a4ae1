import qrcode from 'qrcode-generator';

/** The dark modules of a QR code: rows of equal length. Medium correction: a print may lose a seventh. */
export function qrModules(text: string): boolean[][] {
  const code = qrcode(0, 'M');
  code.addData(text, 'Byte');
  code.make();
  const count = code.getModuleCount();
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, column) => code.isDark(row, column)),
  );
}
