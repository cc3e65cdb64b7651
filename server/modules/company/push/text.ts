import { PUSH_TEXT, PUSH_TITLE } from '#contract/company/push/model.ts';

/** A cédula (8-123-456, PE-1-2, 8-AV-1-2) that is no day, and the number of a phone or an account. */
const NUMBERS =
  /(?!\d{2}-\d{2}-\d{4}\b)\b(?:\d{1,2}(?:-?(?:AV|PI))?|PE|E|N)-\d{1,4}-\d{1,6}\b|\+\d[\d -]{6,}\d|\b\d{3,4}[ -]\d{4}\b|\b\d{7,}\b/gi;

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** What a lock screen may show (domain.md 4.7): one short line each, without the numbers of people, phones and accounts. */
export const shownOutside = (title: string, text: string): { title: string; body: string } => ({
  title: cut(oneLine(title).replaceAll(NUMBERS, '•••'), PUSH_TITLE),
  body: cut(oneLine(text).replaceAll(NUMBERS, '•••'), PUSH_TEXT),
});
