/** Names of identity documents, as papers print them. */
const DOCUMENTS: Readonly<Record<string, string>> = { cedula: 'Cédula', pasaporte: 'Pasaporte', ruc: 'RUC' };

/** The kind of a signer's identity document. */
export const documentKind = (type: string): string => DOCUMENTS[type] ?? 'Documento';

/** A signer's identity document as papers print it: "Cédula 8-712-45". */
export const documentLabel = ({
  documentType,
  document,
}: {
  documentType: string;
  document: string;
}): string => `${documentKind(documentType)} ${document}`.slice(0, 80);
