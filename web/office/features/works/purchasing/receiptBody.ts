import type { PurchaseOrder } from '#contract/works/purchasing/model.ts';

/** A count as the form gives it; the key stays when it is sent again. */
export interface TypedReceipt {
  clave: string;
  received_on: string;
  guide: string;
  note: string;
  excess_reason: string;
  lines: { line_id: number; quantity: number }[];
}

/** The multipart body of a count. */
export function receiptForm({ lines, ...typed }: TypedReceipt, photos: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) if (value !== '') form.append(name, value);
  for (const [at, line] of lines.entries()) {
    form.append(`lines[${at}][line_id]`, String(line.line_id));
    form.append(`lines[${at}][quantity]`, String(line.quantity));
  }
  for (const photo of photos) form.append('fotos', photo);
  return form;
}

/** The lines of an order that can still arrive. */
export const arriving = ({ lines }: Pick<PurchaseOrder, 'lines'>) =>
  lines.filter(({ expected }) => expected > 0);
