import { z } from 'zod';
import { HourMinute } from '#contract/dates.ts';
import { pageBy } from '#contract/paging.ts';
import { NOTICE_KIND_NAMES } from './kinds.ts';

/** An office notice to one user. `selected_at`: when the user opened it or marked it as read. */
export const Notice = z.object({
  id: z.number().int(),
  kind: z.enum(NOTICE_KIND_NAMES),
  /** One complete sentence. */
  text: z.string(),
  /** Path in the office. */
  url: z.string(),
  at: z.string(),
  selected_at: z.string().nullable(),
});
export type Notice = z.infer<typeof Notice>;

export const NoticeFilter = pageBy('id').extend({
  kind: z.enum(NOTICE_KIND_NAMES).optional(),
  /** 1: only unread notices. */
  unread: z.literal('1').optional(),
});
export type NoticeFilter = z.infer<typeof NoticeFilter>;

/** Ways by which a notice leaves the office, with the words of the preferences. In the office itself it is always kept. */
export const NOTICE_CHANNELS = { push: 'En tu celular o navegador', correo: 'Por correo' } as const;
export type NoticeChannel = keyof typeof NOTICE_CHANNELS;
const Channel = z.enum(Object.keys(NOTICE_CHANNELS) as [NoticeChannel]);

/** How mails of notices come. */
export const DIGESTS = {
  al_momento: 'Cada uno al momento',
  cada_hora: 'Juntos, cada hora',
  diario: 'Juntos, una vez al día a las 7:00',
} as const;

const Digest = z.enum(Object.keys(DIGESTS) as [keyof typeof DIGESTS]);
/** `quiet`: between the two hours of Panama push notices wait, except urgent ones. */
export const NoticeSettings = z.object({
  digest: Digest,
  quiet: z.boolean(),
  quiet_from: HourMinute,
  quiet_to: HourMinute,
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;
export const NOTICE_DEFAULTS: NoticeSettings = {
  digest: 'al_momento',
  quiet: true,
  quiet_from: '20:00',
  quiet_to: '06:30',
};

export const NoticePreferences = NoticeSettings.extend({
  kinds: z.array(
    z.object({
      kind: z.enum(NOTICE_KIND_NAMES),
      channels: z.record(Channel, z.boolean()),
    }),
  ),
});
export type NoticePreferences = z.infer<typeof NoticePreferences>;
