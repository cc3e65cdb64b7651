import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { PHONE_ERROR, normalizePhone } from '#contract/phone.ts';
import { MOST_PENALTY_PERCENT } from './limits.ts';

const text = (max: number) => z.string().trim().max(max);
const count = (min: number, max: number) => z.number().int().min(min).max(max);

/** A telephone or nothing; becomes E.164. */
const phone = z
  .string()
  .trim()
  .max(40)
  .transform((typed, ctx) => {
    const number = typed === '' ? '' : normalizePhone(typed);
    if (number !== undefined) return number;
    ctx.addIssue({ code: 'custom', message: PHONE_ERROR });
    return z.NEVER;
  });

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Usa la forma 08:00.' });

/** One weekday; closed days keep the hours they had. */
const DayHours = z
  .object({ open: z.boolean(), from: Time, to: Time })
  .refine(({ open, from, to }) => !open || from < to, {
    error: 'La hora de cierre va después de la de apertura.',
    path: ['to'],
  });

/** A picture of the company, whole in the store: its renderings by edge in pixels, PNG. */
export const Logo = z.object({
  /** As shown: at most 512 px wide and high, transparent where it was. */
  sha256: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** On a square white ground, for telephones' home screens. */
  icons: z.object({ 192: z.string(), 512: z.string() }),
});
export type Logo = z.infer<typeof Logo>;

const weekday = { open: true, from: '08:00', to: '17:00' };

/** Who sells: shown on pages, mails and papers. */
export const Company = z.object({
  name: text(80).min(1),
  legalName: text(160),
  ruc: text(40),
  /** Check digits of the RUC. */
  dv: z
    .string()
    .trim()
    .regex(/^\d{0,2}$/, { error: 'El DV tiene uno o dos números.' })
    .default(''),
  /** Shown to buyers where a project has none of its own. E.164. */
  phone,
  email: z.union([z.literal(''), z.email()]).default(''),
  address: text(240).default(''),
});
/** The same as it may be saved: what papers and mails need is asked for, which a company that was never set up does not have yet. */
export const CompanyToSave = Company.extend({
  name: text(80).min(2, { error: 'Escribe el nombre comercial.' }),
  legalName: Company.shape.legalName.min(2, { error: 'Escribe la razón social.' }),
  ruc: Company.shape.ruc.min(3, { error: 'Escribe el RUC.' }),
});

/** For papers that carry the company's tax data. */
export const Fiscal = z.object({
  taxpayer: z.enum(['juridica', 'natural']),
  /** Aviso de operación. */
  operation: text(60),
  activity: text(160),
  representative: text(120),
});

/** What an administrator may set, with its default. One key, one row of the table settings. */
export const Settings = z.object({
  company: Company.prefault({ name: 'Llave', legalName: '', ruc: '', phone: '' }),
  /** For papers that carry the company's tax data. */
  fiscal: Fiscal.prefault({ taxpayer: 'juridica', operation: '', activity: '', representative: '' }),
  brand: z
    .object({
      /** Null: the product's own green. Its tints are derived so that text on them stays readable. */
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i, { error: 'Usa un color como #0f573a.' })
        .toLowerCase()
        .nullable(),
      logo: Logo.nullable().default(null),
    })
    .prefault({ color: null }),
  /** Hosts whose frames and videos a page may show once its dialog is opened; each `https://host`. */
  mediaHosts: z
    .array(
      z
        .string()
        .trim()
        .max(200)
        .regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/, { error: 'Usa la forma https://www.youtube.com.' }),
    )
    .max(20)
    .prefault([]),
  claims: z
    .object({
      holdMinutes: count(1, 1440),
      reservationHours: count(1, 720),
      separationDays: count(1, 90),
      /** Days between two reminders of the papers that a customer still owes. */
      remindPapersDays: count(1, 60).prefault(5),
      /** Minutes that the first of a waiting list has a lot to decide. */
      offerMinutes: count(5, 2880).prefault(120),
      /** Places in waiting lists that one address may take in a day. */
      perAddress: count(1, 10_000),
    })
    .prefault({ holdMinutes: 30, reservationHours: 48, separationDays: 15, perAddress: 60 }),
  /** Buyers on the web who have not confirmed their mail or phone by a code (rulings 38). */
  unconfirmed: z
    .object({
      /** How long the form that they send reserves its lot. */
      hours: count(1, 48),
      /** Lots claimed at once: by one browser, from one address of the internet, with one phone or mail. */
      perVisitor: count(1, 100),
      perAddress: count(1, 10_000),
      perContact: count(1, 100),
      /** Coordinators are told when more than this part of a project's free lots goes to such people in an hour. */
      alarmPercent: count(1, 100),
    })
    .prefault({ hours: 2, perVisitor: 5, perAddress: 5, perContact: 3, alarmPercent: 10 }),
  /** Visits that customers book. */
  appointments: z
    .object({
      slotMinutes: count(15, 240),
      /** Least hours between booking and visit. */
      noticeHours: count(0, 168),
      /** How far ahead one may book. */
      daysAhead: count(1, 90),
      /** Hours before the visit until which its customer may move or cancel it. */
      changeHours: count(0, 72),
    })
    .prefault({ slotMinutes: 60, noticeHours: 2, daysAhead: 30, changeHours: 4 }),
  /** Digits of the last group of a cédula: 5, or 6 where foreigners have it. */
  cedulaMaxAsiento: count(5, 6).prefault(5),
  /** How a receipt's number is written; the numbers themselves are never given twice. */
  receipts: z
    .object({
      prefix: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9-]{0,8}$/, { error: 'Hasta 8 letras, números o guiones.' }),
      digits: count(1, 10),
      /** The next number is at least this: to go on after another system's. */
      first: count(1, 1_000_000_000),
    })
    .prefault({ prefix: '', digits: 1, first: 1 }),
  /** Attention to people, Monday first. */
  hours: z
    .array(DayHours)
    .length(7)
    .prefault([
      ...Array.from({ length: 5 }, () => weekday),
      { open: true, from: '09:00', to: '15:00' },
      { open: false, from: '09:00', to: '13:00' },
    ]),
  /** Days off of the company beside the holidays of the law. */
  ownHolidays: z
    .array(z.object({ day: IsoDate, name: text(80).min(2) }))
    .max(60)
    .refine((list) => new Set(list.map(({ day }) => day)).size === list.length, {
      error: 'Hay un día repetido.',
    })
    .prefault([]),
  /** Proformas: how long they hold, who may give how much away alone, and what banks accept. Percents as 0-100. */
  quotes: z
    .object({
      validDays: count(1, 120),
      /** Of the list price, by role; the most of a person's roles counts. Who has none gives no discount. */
      discounts: z
        .array(z.object({ role: z.string().max(60), percent: z.number().min(0).max(100) }))
        .max(60)
        .refine((list) => new Set(list.map(({ role }) => role)).size === list.length, {
          error: 'Hay un rol repetido.',
        }),
      /** Installment over the family's income: green up to the first, amber up to the second; all debts up to the third. */
      housingGreen: z.number().min(1).max(100),
      housingAmber: z.number().min(1).max(100),
      debtsMax: z.number().min(1).max(100),
      /** Most of the price that banks lend. */
      financingMax: z.number().min(1).max(100),
    })
    .refine(({ housingGreen, housingAmber }) => housingGreen <= housingAmber, {
      error: 'El ámbar empieza donde termina el verde.',
      path: ['housingAmber'],
    })
    .prefault({
      validDays: 15,
      discounts: [
        { role: 'asesor', percent: 1 },
        { role: 'coordinador', percent: 3 },
        { role: 'gerencia', percent: 10 },
        { role: 'administrador', percent: 10 },
      ],
      housingGreen: 30,
      housingAmber: 35,
      debtsMax: 50,
      financingMax: 98,
    }),
  /** What goes back of an ended sale: percent that is kept at most (never above 10), and days to pay it. */
  refunds: z
    .object({ penaltyPercent: z.number().min(0).max(MOST_PENALTY_PERCENT), days: count(1, 120) })
    .prefault({ penaltyPercent: MOST_PENALTY_PERCENT, days: 30 }),
  /** How long what is no record of a sale is kept. */
  /** Signing in to the office. */
  signIn: z
    .object({
      /** A session that is not used for so many days ends, also a remembered one. */
      idleDays: count(1, 365),
    })
    .prefault({ idleDays: 30 }),
  retention: z
    .object({
      /** Text of mails with a code or a link for staff. */
      secretMailDays: count(1, 365),
      mailMonths: count(3, 240),
      /** Hours that a form waits which came without the consents. */
      unagreedHours: count(1, 720).prefault(72),
      /** Days without a sign of life after which an unfinished form is emptied. */
      draftDays: count(7, 3650).prefault(90),
      /** Months of who only asked, or whose purchase ended without money; the law's seven years at most. */
      peopleMonths: count(1, 84).prefault(24),
    })
    .prefault({ secretMailDays: 30, mailMonths: 60 }),
});
export type Settings = z.infer<typeof Settings>;
export type SettingKey = keyof Settings;

export const SETTING_KEYS = Object.keys(Settings.shape) as [SettingKey, ...SettingKey[]];
/** What holds where nobody set anything. */
export const DEFAULTS: Settings = Settings.parse({});

/** What people call each part, in the order of the page. */
export const SETTING_LABELS: Record<SettingKey, string> = {
  company: 'Empresa',
  brand: 'Logo y color',
  fiscal: 'Datos fiscales',
  receipts: 'Recibos',
  claims: 'Reservas y separaciones',
  unconfirmed: 'Reservas sin confirmar',
  appointments: 'Citas',
  quotes: 'Proformas',
  hours: 'Horario',
  ownHolidays: 'Días feriados',
  refunds: 'Devoluciones',
  cedulaMaxAsiento: 'Cédula',
  mediaHosts: 'Videos y mapas de otros sitios',
  signIn: 'Ingreso a la oficina',
  retention: 'Conservación',
};

/** What a part must be to be saved; what is stored is read more kindly. */
export const settingToSave = (key: SettingKey) => (key === 'company' ? CompanyToSave : Settings.shape[key]);

/** The number of a receipt as people read it: `R-000123`. */
export const receiptText = (
  { prefix, digits }: Pick<Settings['receipts'], 'prefix' | 'digits'>,
  number: number,
) => prefix + String(number).padStart(digits, '0');

/** RUC with its check digits, as papers have it; empty when there is none. */
export const rucText = ({ ruc, dv }: Settings['company']) => (ruc && dv ? `${ruc} DV ${dv}` : ruc);

/** PNG, JPEG or WebP: SVG could carry scripts. */
export const LOGO_FILE = {
  maxCount: 1,
  maxSize: 4 * 1_048_576,
  types: ['image/png', 'image/jpeg', 'image/webp'],
} as const;

/** What every page of the office knows of the company, signed in or not. */
export const OfficeSite = z.object({
  company: z.string(),
  logo: z.string().nullable(),
  /** Style sheet with the company's tints; null while they are the product's own. */
  stylesheet: z.string().nullable(),
});
export type OfficeSite = z.infer<typeof OfficeSite>;
