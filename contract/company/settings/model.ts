import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { PHONE_ERROR, normalizePhone } from '#contract/phone.ts';
import { MOST_PENALTY_PERCENT } from './limits.ts';

const text = (max: number) => z.string().trim().max(max);
const count = (min: number, max: number) => z.number().int().min(min).max(max);

/** A telephone or empty; converted to E.164. */
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

/** One weekday; a closed day keeps its hours. */
const DayHours = z
  .object({ open: z.boolean(), from: Time, to: Time })
  .refine(({ open, from, to }) => !open || from < to, {
    error: 'La hora de cierre va después de la de apertura.',
    path: ['to'],
  });

/** The company's logo as PNG files in the file store. */
export const Logo = z.object({
  /** As shown: at most 512 px wide and high, transparency kept. */
  sha256: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** On a square white background, for home screens; key: edge in pixels. */
  icons: z.object({ 192: z.string(), 512: z.string() }),
});
export type Logo = z.infer<typeof Logo>;

const weekday = { open: true, from: '08:00', to: '17:00' };

/** The seller, as shown on pages, mails and documents. */
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
  /** Shown to buyers when the project has none. E.164. */
  phone,
  email: z.union([z.literal(''), z.email()]).default(''),
  address: text(240).default(''),
});
/** Validation when saving: also requires what documents and mails need. A new company does not have it yet. */
export const CompanyToSave = Company.extend({
  name: text(80).min(2, { error: 'Escribe el nombre comercial.' }),
  legalName: Company.shape.legalName.min(2, { error: 'Escribe la razón social.' }),
  ruc: Company.shape.ruc.min(3, { error: 'Escribe el RUC.' }),
});

/** Tax data of the company, for documents that need it. */
export const Fiscal = z.object({
  taxpayer: z.enum(['juridica', 'natural']),
  /** Aviso de operación. */
  operation: text(60),
  activity: text(160),
  representative: text(120),
});

/** Days on which the site works. A Saturday that counts is a whole working day (decision 0047). */
export const WORK_WEEKS = { 'L-V': 'De lunes a viernes', 'L-S': 'De lunes a sábado' } as const;
export const WorkWeek = z.enum(Object.keys(WORK_WEEKS) as [keyof typeof WORK_WEEKS]);
export type WorkWeek = keyof typeof WORK_WEEKS;

/** Settings with their defaults. Each key is one row of the table settings. */
export const Settings = z.object({
  company: Company.prefault({ name: 'Llave', legalName: '', ruc: '', phone: '' }),
  /** Tax data of the company, for documents that need it. */
  fiscal: Fiscal.prefault({ taxpayer: 'juridica', operation: '', activity: '', representative: '' }),
  brand: z
    .object({
      /** Null: the default green. The derived tints keep text readable. */
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i, { error: 'Usa un color como #0f573a.' })
        .toLowerCase()
        .nullable(),
      logo: Logo.nullable().default(null),
    })
    .prefault({ color: null }),
  /** Hosts whose frames and videos a page may load after its dialog opens; each `https://host`. */
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
      /** Days between two reminders of missing documents. */
      remindPapersDays: count(1, 60).prefault(5),
      /** Minutes that the first in a waitlist has to accept a lot. */
      offerMinutes: count(5, 2880).prefault(120),
      /** Maximum waitlist places per IP address and day. */
      perAddress: count(1, 10_000),
    })
    .prefault({ holdMinutes: 30, reservationHours: 48, separationDays: 15, perAddress: 60 }),
  /** Web buyers who have not confirmed their mail or phone with a code (rulings 38). */
  unconfirmed: z
    .object({
      /** How long a sent form reserves its lot. */
      hours: count(1, 48),
      /** Maximum lots claimed at once: per browser, per IP address, per phone or mail. */
      perVisitor: count(1, 100),
      perAddress: count(1, 10_000),
      perContact: count(1, 100),
      /**
       * Coordinators get an alert when unconfirmed buyers take more than this percent of a project's free lots in an
       * hour.
       */
      alarmPercent: count(1, 100),
    })
    .prefault({ hours: 2, perVisitor: 5, perAddress: 5, perContact: 3, alarmPercent: 10 }),
  /** Visits booked by customers. */
  appointments: z
    .object({
      slotMinutes: count(15, 240),
      /** Minimum hours between booking and visit. */
      noticeHours: count(0, 168),
      /** Maximum days ahead for a booking. */
      daysAhead: count(1, 90),
      /** The customer may move or cancel a visit until this many hours before it. */
      changeHours: count(0, 72),
    })
    .prefault({ slotMinutes: 60, noticeHours: 2, daysAhead: 30, changeHours: 4 }),
  /** Maximum digits of a cédula's last group: 5, or 6 to accept some foreigners. */
  cedulaMaxAsiento: count(5, 6).prefault(5),
  /** Format of receipt numbers; a number is never used twice. */
  receipts: z
    .object({
      prefix: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9-]{0,8}$/, { error: 'Hasta 8 letras, números o guiones.' }),
      digits: count(1, 10),
      /** Minimum next number, to continue the numbering of another system. */
      first: count(1, 1_000_000_000),
    })
    .prefault({ prefix: '', digits: 1, first: 1 }),
  /** Opening hours, Monday first. */
  hours: z
    .array(DayHours)
    .length(7)
    .prefault([
      ...Array.from({ length: 5 }, () => weekday),
      { open: true, from: '09:00', to: '15:00' },
      { open: false, from: '09:00', to: '13:00' },
    ]),
  /** The company's days off, in addition to legal holidays. */
  ownHolidays: z
    .array(z.object({ day: IsoDate, name: text(80).min(2) }))
    .max(60)
    .refine((list) => new Set(list.map(({ day }) => day)).size === list.length, {
      error: 'Hay un día repetido.',
    })
    .prefault([]),
  /** Quotes: validity, discounts without approval, and bank limits. Percents 0-100. */
  quotes: z
    .object({
      validDays: count(1, 120),
      /** Maximum percent of the list price by role; a user's highest role counts. Without an entry: no discount. */
      discounts: z
        .array(z.object({ role: z.string().max(60), percent: z.number().min(0).max(100) }))
        .max(60)
        .refine((list) => new Set(list.map(({ role }) => role)).size === list.length, {
          error: 'Hay un rol repetido.',
        }),
      /**
       * Percent of family income. Installment: green up to the first, amber up to the second. All debts: up to the
       * third.
       */
      housingGreen: z.number().min(1).max(100),
      housingAmber: z.number().min(1).max(100),
      debtsMax: z.number().min(1).max(100),
      /** Maximum percent of the price that banks lend. */
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
  /** Refunds of ended sales: maximum percent kept (never above 10), and days to pay the refund. */
  refunds: z
    .object({ penaltyPercent: z.number().min(0).max(MOST_PENALTY_PERCENT), days: count(1, 120) })
    .prefault({ penaltyPercent: MOST_PENALTY_PERCENT, days: 30 }),
  /** Promises of sale: days to sign, and by how much the price may rise with the buyer's signature (domain.md §4.5). */
  promises: z
    .object({ signingDays: count(1, 90), adjustPercent: z.number().min(0).max(20) })
    .prefault({ signingDays: 15, adjustPercent: 0 }),
  /** Contracts of works: amount up to which a project's approver approves, and the usual percents of a new one (§4.6). */
  works: z
    .object({
      approvalLimitCents: z.number().int().min(0).max(99_999_999_999),
      retentionPercent: z.number().min(0).max(50),
      itbmsPercent: z.number().min(0).max(100),
      performancePercent: z.number().min(0).max(100),
      /** Percent by which a project's approver may exceed the materials of a house, with a reason; above it gerencia does. */
      materialsOverPercent: z.number().min(0).max(100).prefault(0),
    })
    .prefault({
      approvalLimitCents: 25_000_000,
      retentionPercent: 10,
      itbmsPercent: 7,
      performancePercent: 10,
    }),
  /** Accounting: invoices, advances and batches above this amount are approved by gerencia. */
  payables: z
    .object({
      approvalLimitCents: z.number().int().min(0).max(99_999_999_999),
      dueDays: count(0, 180),
      /** The day of the next month until which a month of a bank account should be reconciled. */
      reconcileDay: count(1, 28).prefault(10),
      /** No acta is sent to sign while the lender of the project has its mortgage over the house; false: only a warning. */
      keysNeedRelease: z.boolean().prefault(false),
    })
    .prefault({ approvalLimitCents: 1_000_000, dueDays: 30 }),
  /** When the chatbot answers, and after how many hours of silence a conversation that a person held returns to it. */
  chatbot: z
    .object({ mode: z.enum(['nunca', 'fuera_de_horario', 'siempre']), returnHours: count(1, 720) })
    .prefault({ mode: 'nunca', returnHours: 12 }),
  /** Conversations with customers. */
  chat: z
    .object({
      /** Sent once a day to whoever writes outside the opening hours; empty: nothing. */
      awayText: text(600),
      /** A message that the customer has not seen after so many minutes goes to their mail; 0: never. */
      mailMinutes: count(0, 1440),
    })
    .prefault({
      awayText:
        'Gracias por escribir. Ahora no estamos en horario de atención; te respondemos en cuanto abramos.',
      mailMinutes: 30,
    }),
  /** Minutes in which a user may undo what a single key or gesture did; until then no mail tells it (rulings 45). */
  undo: z.object({ minutes: count(1, 30) }).prefault({ minutes: 2 }),
  /** The working week of the works; holidays never count. */
  site: z.object({ week: WorkWeek }).prefault({ week: 'L-S' }),
  /** Sign-in to the office. */
  signIn: z
    .object({
      /** An unused session ends after this many days, even a remembered one. */
      idleDays: count(1, 365),
    })
    .prefault({ idleDays: 30 }),
  /** How long data outside a sale's record is kept. */
  retention: z
    .object({
      /** Days that the text of staff mails with a code or link is kept. */
      secretMailDays: count(1, 365),
      mailMonths: count(3, 240),
      /** Hours that a form without consents is kept. */
      unagreedHours: count(1, 720).prefault(72),
      /** An unfinished form without activity is emptied after this many days. */
      draftDays: count(7, 3650).prefault(90),
      /**
       * Months that data is kept of people who only asked, or whose purchase ended without payment; at most seven years
       * by law.
       */
      peopleMonths: count(1, 84).prefault(24),
    })
    .prefault({ secretMailDays: 30, mailMonths: 60 }),
});
export type Settings = z.infer<typeof Settings>;
export type SettingKey = keyof Settings;

export const SETTING_KEYS = Object.keys(Settings.shape) as [SettingKey, ...SettingKey[]];
/** Default settings. */
export const DEFAULTS: Settings = Settings.parse({});

/** Labels of the settings, in page order. */
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
  promises: 'Promesas',
  works: 'Contratos de obra',
  payables: 'Contabilidad',
  cedulaMaxAsiento: 'Cédula',
  mediaHosts: 'Videos y mapas de otros sitios',
  chat: 'Chat',
  undo: 'Tiempo para deshacer',
  site: 'Días de obra',
  signIn: 'Ingreso a la oficina',
  retention: 'Conservación',
  chatbot: 'Chatbot',
};

/** Schema to validate when saving; reading stored values is less strict. */
export const settingToSave = (key: SettingKey) => (key === 'company' ? CompanyToSave : Settings.shape[key]);

/** A receipt number as shown: `R-000123`. */
export const receiptText = (
  { prefix, digits }: Pick<Settings['receipts'], 'prefix' | 'digits'>,
  number: number,
) => prefix + String(number).padStart(digits, '0');

/** RUC with its check digits, as on documents; empty when there is none. */
export const rucText = ({ ruc, dv }: Settings['company']) => (ruc && dv ? `${ruc} DV ${dv}` : ruc);

/** PNG, JPEG or WebP: SVG could contain scripts. */
export const LOGO_FILE = {
  maxCount: 1,
  maxSize: 4 * 1_048_576,
  types: ['image/png', 'image/jpeg', 'image/webp'],
} as const;

/** Company data for every office page, signed in or not. */
export const OfficeSite = z.object({
  company: z.string(),
  logo: z.string().nullable(),
  /** Style sheet with the company's tints; null for the default colour. */
  stylesheet: z.string().nullable(),
});
export type OfficeSite = z.infer<typeof OfficeSite>;
