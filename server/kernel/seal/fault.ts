/** Why a PDF cannot be sealed now. Each waits for something outside: a certificate, its issuer, the time-stamp authority. */
export type SealFaultCode =
  | 'CERTIFICATE_MISSING'
  | 'CERTIFICATE_EXPIRED'
  | 'CERTIFICATE_REVOKED'
  | 'REVOCATION_AWAY'
  | 'TSA_AWAY'
  | 'TSA_WRONG'
  | 'DOCUMENT_REFUSED';

/** A seal that cannot be made now. The message says more, for whoever mends it; it holds no secret. */
export class SealFaultError extends Error {
  readonly code: SealFaultCode;
  constructor(code: SealFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
