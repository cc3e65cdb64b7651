import { MAIL_TEMPLATES } from './mails.ts';
import { PUSH_TEXTS } from './pushTexts.ts';
import type { TemplateSpec } from './template.ts';

/** Every message whose text an administrator may change, by kind. Other channels join here. */
export const TEMPLATES: Readonly<Record<string, TemplateSpec>> = { ...MAIL_TEMPLATES, ...PUSH_TEXTS };

export const TEMPLATE_KINDS = Object.keys(TEMPLATES) as [string, ...string[]];
