import { simpleParser } from 'mailparser';
import { answer, taskOf } from '#server/kernel/inThread.ts';

/** A mail as far as it is kept. */
export interface ParsedMail {
  messageId: string;
  from: string;
  /** Every address it was sent to: one may carry the sale's code. */
  to: string;
  subject: string;
  text: string;
  files: { name: string; bytes: Uint8Array }[];
}

const addresses = (list: { text: string } | { text: string }[] | undefined): string =>
  [list ?? []]
    .flat()
    .map(({ text }) => text)
    .join(', ');

const mail = await simpleParser(Buffer.from(taskOf<Uint8Array>()), {
  skipImageLinks: true,
  skipTextLinks: true,
  skipTextToHtml: true,
  maxHtmlLengthToParse: 2_000_000,
});
answer({
  messageId: mail.messageId ?? '',
  from: addresses(mail.from),
  to: [addresses(mail.to), addresses(mail.cc), String(mail.headers.get('delivered-to') ?? '')].join(' '),
  subject: mail.subject ?? '',
  text: mail.text ?? '',
  files: mail.attachments
    .filter(({ related }) => !related)
    .map(({ filename, content }) => ({ name: filename ?? 'adjunto', bytes: new Uint8Array(content) })),
} satisfies ParsedMail);
