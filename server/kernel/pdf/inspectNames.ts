import type { PdfRefusal } from './inspect.ts';

/** Raised as soon as something is found that is not accepted. */
export class Refusal extends Error {
  readonly code: PdfRefusal;
  constructor(code: PdfRefusal) {
    super(code);
    this.code = code;
  }
}

/**
 * Names anywhere in the file: a reader that follows the table of offsets may find an object where this one sees only
 * bytes. Names may be written with `#` and hexadecimal digits.
 */
export function refuseNames(bytes: Uint8Array): void {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const found = /\/(JavaScript|Launch|EmbeddedFiles?|XFA|RichMedia|Encrypt)(?=[\s/<>[\]()%]|$)/.exec(text);
  const code: Readonly<Record<string, PdfRefusal>> = {
    JavaScript: 'JAVASCRIPT',
    Launch: 'ACTION',
    EmbeddedFile: 'EMBEDDED',
    EmbeddedFiles: 'EMBEDDED',
    XFA: 'XFA',
    RichMedia: 'MEDIA',
    Encrypt: 'ENCRYPTED',
  };
  if (found) throw new Refusal(code[found[1]!]!);
}
