import { MAIL_TEMPLATES } from './mails.ts';
import type { TemplateSpec } from './template.ts';

/** Every message with a text that an administrator may write, by kind. Another channel's are added beside the mails. */
export const TEMPLATES: Readonly<Record<string, TemplateSpec>> = { ...MAIL_TEMPLATES };

export const TEMPLATE_KINDS = Object.keys(TEMPLATES) as [string, ...string[]];
