/** A variable of a message. */
export interface Variable {
  label: string;
  example: string;
  /** Every text must contain it: a link or code without which the message is useless. */
  required?: true;
  /** One of our URLs; alone in a paragraph it becomes a button with this label. */
  button?: string;
}

/**
 * A message that the product sends. Today these are mails and push notices; modules declare WhatsApp messages, quotes and receipts the
 * same way, with another channel.
 */
export interface TemplateSpec {
  channel: 'correo' | 'push' | 'whatsapp' | 'documento';
  label: string;
  /** When it is sent, and to whom. */
  when: string;
  audience: 'cliente' | 'personal';
  variables: Readonly<Record<string, Variable>>;
  /** Empty when the channel has no subject. */
  subject: string;
  body: string;
}

export const SUBJECT_MAX = 200;
export const BODY_MAX = 8000;
