/** Why a colleague cannot certify a paper; null when possible. Ink takes two: who scanned it and another one. */
export const whyNotCertify = ({ scannedBy }: { scannedBy: number | null }, userId: number): string | null =>
  scannedBy === userId ? 'Tú lo escaneaste y ya lo certificaste: falta otro colega.' : null;

/** Whether the name of a certificate contains this identity document, not merely a longer one that begins or ends with it. */
export const namesDocument = (name: string, document: string): boolean =>
  document !== '' &&
  name.split(document).some((before, at, parts) => {
    const after = parts[at + 1];
    return after !== undefined && !/[\p{L}\p{N}-]$/u.test(before) && !/^[\p{L}\p{N}-]/u.test(after);
  });
