import { z } from 'zod';
import { optOf } from '#contract/care/chat/rules.ts';
import { showPhone } from '#contract/phone.ts';

/** What the provider sends, read leniently: an unknown kind is kept as such, and never stops the others. */
export interface Referral {
  sourceUrl: string;
  sourceId: string;
  headline: string;
}
export interface Media {
  id: string;
  name: string;
}
interface Happened {
  /** E.164 of the customer's telephone; `bsuid:` and the provider's id for one who hides it behind a user name. */
  phone: string;
  wamid: string;
  at: Date;
}
export type Event =
  | (Happened & {
      kind: 'message' | 'echo';
      /** As the customer names themselves; unproved. */
      name: string;
      text: string;
      media: Media | null;
      referral: Referral | null;
      opt: 'baja' | 'alta' | null;
    })
  | (Happened & {
      kind: 'status';
      status: 'sent' | 'delivered' | 'read' | 'failed';
      key: string | null;
      fault: number | null;
    })
  | (Happened & {
      kind: 'reaction' | 'edit' | 'revoke';
      target: string;
      said: string;
      by: 'customer' | 'company';
    });

const TEXT_MAX = 4096;
/** PostgreSQL stores no NUL and no half of a pair. */
export const clean = (text: string, max = TEXT_MAX): string =>
  text.replaceAll('\u0000', '').slice(0, max).toWellFormed();

const text = z.union([z.string(), z.number()]).transform(String).catch('');
const Wamid = z.string().min(1).max(300);
const File = z.object({ id: z.string().min(1).max(300), caption: text, filename: text, mime_type: text });

const MessageIn = z.looseObject({
  id: Wamid,
  from: text,
  from_user_id: text,
  to: text,
  to_user_id: text,
  timestamp: text,
  type: z.string().max(60).catch('unknown'),
  referral: z
    .object({ source_url: text, source_id: text, headline: text, body: text })
    .optional()
    .catch(undefined),
});
type MessageIn = z.infer<typeof MessageIn>;

const StatusIn = z.object({
  id: Wamid,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: text,
  recipient_id: text,
  recipient_user_id: text,
  biz_opaque_callback_data: z.string().max(512).nullable().catch(null),
  errors: z.array(z.object({ code: z.coerce.number().int() })).catch([]),
});

const many = z.array(z.unknown()).max(1000).catch([]);
const Value = z.object({
  metadata: z.object({ phone_number_id: text }).catch({ phone_number_id: '' }),
  contacts: z
    .array(z.object({ wa_id: text, user_id: text, profile: z.object({ name: text }).catch({ name: '' }) }))
    .catch([]),
  messages: many,
  message_echoes: many,
  statuses: many,
});

/** A name without addresses and markup: it stands in mails and notices. */
export const safePerson = (name: string, phone: string): string => {
  const clear = clean(name, 80).replace(/\s+/g, ' ').trim();
  return clear.length < 2 || /[<>@/\\:]|www\.|\.\w{2,}\b/i.test(clear) || !/\p{L}/u.test(clear)
    ? phone.startsWith(HIDDEN)
      ? 'Contacto de WhatsApp'
      : showPhone(phone)
    : clear;
};

/** Begins the address of a customer whose number is not known. */
export const HIDDEN = 'bsuid:';
const phoneOf = (digits: string, userId: string): string | null =>
  /^\d{6,15}$/.test(digits)
    ? `+${digits}`
    : /^[A-Z]{2}\.[\w.]{1,140}$/.test(userId)
      ? `${HIDDEN}${userId}`
      : null;
const secondOf = (seconds: string, now: Date): Date => {
  const at = Number(seconds) * 1000;
  return Number.isFinite(at) && at > 0 && at <= now.getTime() ? new Date(at) : now;
};

/** The events of one change; those of another number of the same account are left out. */
export function eventsOf(field: string, given: unknown, phoneId: string, now: Date): Event[] {
  if (field !== 'messages' && field !== 'smb_message_echoes') return [];
  const { data: value } = Value.safeParse(given);
  if (!value || value.metadata.phone_number_id !== phoneId) return [];
  const names = new Map(
    value.contacts.flatMap(({ wa_id, user_id, profile }) => [
      [wa_id, profile.name],
      [user_id, profile.name],
    ]),
  );
  return [
    ...value.messages.flatMap((one) => messageOf(one, 'message', names, now)),
    ...value.message_echoes.flatMap((one) => messageOf(one, 'echo', names, now)),
    ...value.statuses.flatMap((one) => statusOf(one, now)),
  ];
}

function statusOf(given: unknown, now: Date): Event[] {
  const { data: one } = StatusIn.safeParse(given);
  const phone = one && phoneOf(one.recipient_id, one.recipient_user_id);
  if (!one || !phone) return [];
  return [
    {
      kind: 'status',
      phone,
      wamid: one.id,
      at: secondOf(one.timestamp, now),
      status: one.status,
      key: one.biz_opaque_callback_data,
      fault: one.errors[0]?.code ?? null,
    },
  ];
}

function messageOf(given: unknown, kind: 'message' | 'echo', names: Map<string, string>, now: Date): Event[] {
  const { data: one } = MessageIn.safeParse(given);
  if (!one) return [];
  const [digits, userId] = kind === 'message' ? [one.from, one.from_user_id] : [one.to, one.to_user_id];
  const phone = phoneOf(digits, userId);
  if (!phone) return [];
  const happened = { phone, wamid: one.id, at: secondOf(one.timestamp, now) };
  const by = kind === 'message' ? 'customer' : 'company';
  const changed = changeIn(one);
  if (changed) return [{ ...happened, ...changed, by }];
  const { text: said, media } = contentOf(one);
  return [
    {
      ...happened,
      kind,
      name: names.get(digits) || names.get(userId) || '',
      text: clean(said),
      media,
      referral: one.referral
        ? {
            sourceUrl: clean(one.referral.source_url, 300),
            sourceId: clean(one.referral.source_id, 60),
            headline: clean(one.referral.headline || one.referral.body, 200),
          }
        : null,
      opt: kind === 'message' && one.type === 'text' ? optOf(said) : null,
    },
  ];
}

const Reaction = z.object({ message_id: Wamid, emoji: text });
const Target = z.object({ original_message_id: Wamid });
const Edit = Target.extend({ message: z.looseObject({ type: z.string().max(60) }) });

/** A reaction, an edit or a withdrawal of an earlier message. */
function changeIn(
  one: MessageIn,
): { kind: 'reaction' | 'edit' | 'revoke'; target: string; said: string } | null {
  const reaction = one.type === 'reaction' && Reaction.safeParse(one['reaction']).data;
  if (reaction) return { kind: 'reaction', target: reaction.message_id, said: clean(reaction.emoji, 40) };
  const revoked = one.type === 'revoke' && Target.safeParse(one['revoke']).data;
  if (revoked) return { kind: 'revoke', target: revoked.original_message_id, said: '' };
  const edited = one.type === 'edit' && Edit.safeParse(one['edit']).data;
  if (edited)
    return { kind: 'edit', target: edited.original_message_id, said: clean(contentOf(edited.message).text) };
  return null;
}

const named = z.object({ title: text, description: text });
const READERS: Readonly<Record<string, (part: unknown) => string | undefined>> = {
  text: (part) => z.object({ body: z.string() }).safeParse(part).data?.body,
  button: (part) => z.object({ text: z.string() }).safeParse(part).data?.text,
  interactive(part) {
    const read = z
      .object({
        button_reply: named.optional(),
        list_reply: named.optional(),
        nfm_reply: z.object({ body: text }).optional(),
      })
      .safeParse(part).data;
    const chosen = read?.button_reply ?? read?.list_reply;
    return chosen ? [chosen.title, chosen.description].filter(Boolean).join(': ') : read?.nfm_reply?.body;
  },
  location(part) {
    const read = z
      .object({ latitude: z.coerce.number(), longitude: z.coerce.number(), name: text, address: text })
      .safeParse(part).data;
    return (
      read &&
      `Ubicación: ${[read.name, read.address, `${read.latitude}, ${read.longitude}`].filter(Boolean).join(' · ')}`
    );
  },
  contacts(part) {
    const read = z
      .array(
        z.object({
          name: z.object({ formatted_name: text }).catch({ formatted_name: '' }),
          phones: z.array(z.object({ phone: text })).catch([]),
        }),
      )
      .safeParse(part).data;
    return read
      ?.map(({ name, phones }) =>
        ['Contacto:', name.formatted_name, ...phones.map(({ phone }) => phone)].join(' '),
      )
      .join('\n');
  },
  system: (part) => z.object({ body: z.string() }).safeParse(part).data?.body,
};
const FILES: Readonly<Record<string, string>> = {
  image: 'foto',
  video: 'video',
  audio: 'nota de voz',
  document: 'documento',
  sticker: 'sticker',
};

function contentOf(one: { type: string; [part: string]: unknown }): { text: string; media: Media | null } {
  const kind = FILES[one.type];
  const file = kind && File.safeParse(one[one.type]).data;
  if (file) return { text: file.caption, media: { id: file.id, name: clean(file.filename, 200) || kind } };
  const said = READERS[one.type]?.(one[one.type]);
  if (said !== undefined && said !== '') return { text: said, media: null };
  return {
    text: 'Mensaje de un tipo que no se muestra aquí. Míralo en el teléfono de la empresa.',
    media: null,
  };
}
