/** A value that a message may name. */
export interface Variable {
  label: string;
  example: string;
  /** It stays in the text whatever somebody writes: a link or a code without which the message is of no use. */
  required?: true;
  /** An address of ours; alone in a paragraph it becomes a button with these words. */
  button?: string;
}

/**
 * A message that the product sends. Mails are here today; messages of WhatsApp, quotes and receipts are declared alike by
 * their modules, with another channel.
 */
export interface TemplateSpec {
  channel: 'correo' | 'whatsapp' | 'documento';
  label: string;
  /** When it is sent, and to whom. */
  when: string;
  audience: 'cliente' | 'personal';
  variables: Readonly<Record<string, Variable>>;
  /** Empty where the channel has none. */
  subject: string;
  body: string;
}

export const SUBJECT_MAX = 200;
export const BODY_MAX = 8000;
