/** Why a colleague cannot certify a paper; null when possible. Ink takes two: who scanned it and another one. */
export const whyNotCertify = ({ scannedBy }: { scannedBy: number | null }, userId: number): string | null =>
  scannedBy === userId ? 'Tú lo escaneaste y ya lo certificaste: falta otro colega.' : null;
