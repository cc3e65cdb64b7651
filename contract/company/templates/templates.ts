import { MAIL_TEMPLATES } from './mails.ts';
import type { TemplateSpec } from './template.ts';

/** Every message whose text an administrator may change, by kind. Other channels join the mails here. */
export const TEMPLATES: Readonly<Record<string, TemplateSpec>> = { ...MAIL_TEMPLATES };

export const TEMPLATE_KINDS = Object.keys(TEMPLATES) as [string, ...string[]];
