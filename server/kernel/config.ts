import { z } from 'zod';

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const port = z.coerce.number().int().min(0).max(65_535);

/** Hosts, comma-separated. */
const hosts = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  );

const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Proxies whose X-Forwarded-For is trusted: addresses or networks, comma-separated. */
  TRUST_PROXY: z.string().optional(),
  /** Requests per minute, for one colleague or for one IP address of everybody else. */
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** Upload limits per hour: for one browser, and for one IP address of users without a session. */
  VISITOR_MB_PER_HOUR: z.coerce.number().int().min(1).default(250),
  ADDRESS_MB_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(2000),
  /** With less free disk space than this, uploads are refused; everything else keeps working. */
  MIN_FREE_MB: z.coerce.number().int().min(0).default(512),
  /** Whether this process also runs the background jobs. */
  WORKER: flag.default(true),
  APP_URL: z.url().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** URL of the role that owns and migrates the tables, if DATABASE_URL is of a role that only works on rows. */
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DEMO: flag.optional(),
  /** Whether the demo also has fifteen months of past sales. */
  DEMO_PAST: flag.default(true),
  DEMO_PASSWORD: z.string().min(12).optional(),
  COOKIE_DOMAIN: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Llave <no-responder@llave.localhost>'),
  /** Ports that the office may choose for its mail server: no other service can be reached through that form. */
  MAIL_PORTS: z
    .string()
    .default('25,465,587,2525')
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().min(1).max(65_535)).min(1)),
  /** URL of an Open-Meteo-compatible service, with its path. Without it the weather is not requested. */
  WEATHER_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Origins of push services that are not public https hosts, comma-separated. */
  PUSH_ORIGINS: z.string().default(''),
  /** How long a push service may take to answer. */
  PUSH_TIMEOUT_SECONDS: z.coerce.number().positive().max(60).default(10),
  /** Hosts (`host` or `host:port`) that the chatbot may read although they are private: the company's own network. */
  CHATBOT_PRIVATE_HOSTS: hosts,
  /** A language model that words the chatbot's answers; `openai` is any service that speaks its API. */
  LLM_PROVIDER: z.enum(['openai', 'anthropic']).optional(),
  /** Up to the version: https://…/v1 */
  LLM_URL: z.url({ protocol: /^https?$/ }).optional(),
  LLM_KEY: z.string().min(1).optional(),
  LLM_MODEL: z.string().min(1).optional(),
  /** Name of the model of vectors; only with `openai` and pgvector. */
  LLM_EMBEDDINGS: z.string().min(1).optional(),
  LLM_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(8_000),
  /** Host and port where the office finds live updates, if a proxy serves them elsewhere. */
  ECHO_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+$/i, 'solo el nombre, por ejemplo eco.ejemplo.com')
    .optional(),
  ECHO_PORT: port.min(1).optional(),
  /** WhatsApp Business Cloud API: all of them, or none. */
  WHATSAPP_PHONE_ID: z
    .string()
    .regex(/^\d{5,30}$/)
    .optional(),
  WHATSAPP_ACCOUNT_ID: z
    .string()
    .regex(/^\d{5,30}$/)
    .optional(),
  WHATSAPP_TOKEN: z.string().min(10).optional(),
  WHATSAPP_APP_SECRET: z.string().min(16).optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().min(16).optional(),
  /** Address of the API with its version. */
  WHATSAPP_API_URL: z.url({ protocol: /^https?$/ }).default('https://graph.facebook.com/v23.0'),
  /** The secret with which a mail service hands over the mails of banks. */
  BANK_MAIL_TOKEN: z.string().min(24).optional(),
  /** The company's certificate: a PKCS #12 file with its password, or a PEM certificate with its chain and a PEM key. */
  SEAL_P12: z.string().min(1).optional(),
  SEAL_P12_PASSWORD: z.string().optional(),
  SEAL_CERT: z.string().min(1).optional(),
  SEAL_KEY: z.string().min(1).optional(),
  /** PEM file with the issuers that are recognized when a signature is read. */
  SEAL_TRUST: z.string().min(1).optional(),
  /** Encrypts the key that this system made for itself in a back-up; without it that key is not in it. */
  SEAL_BACKUP_PASSWORD: z.string().min(12).optional(),
  /** Hosts (`host` or `host:port`) that may be asked for chain and revocation although they are private. */
  SEAL_PRIVATE_HOSTS: hosts,
  /** How long an issuer and the time-stamp authority may take to answer. */
  SEAL_TIMEOUT_SECONDS: z.coerce.number().positive().max(60).default(15),
  /** Time-stamp authority (RFC 3161). Without it the time of a seal is our own. */
  TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The authorized provider (PAC) of electronic invoices: address and token, both or none. */
  PAC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PAC_TOKEN: z.string().min(10).optional(),
  /** 1: what is sent is fiscal · 2: the provider's environment for tests. */
  PAC_AMBIENTE: z.enum(['1', '2']).default('2'),
  /** Botón de Pago Yappy: address, merchant and the secret key as the bank gives it, all or none. */
  YAPPY_URL: z.url({ protocol: /^https?$/ }).optional(),
  YAPPY_MERCHANT_ID: z.string().min(3).optional(),
  YAPPY_SECRET: z
    .string()
    .refine((secret) => Buffer.from(secret, 'base64').toString('utf8').split('.')[0]!.length >= 8, {
      error: 'is not the secret key in base64 as the bank gives it',
    })
    .optional(),
  /** A provider with its own card page: address, key, and the secret that signs its webhook, all or none. */
  CARD_URL: z.url({ protocol: /^https?$/ }).optional(),
  CARD_KEY: z.string().min(10).optional(),
  CARD_WEBHOOK_SECRET: z.string().min(16).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface Config extends z.output<typeof Environment> {
  appUrl: string;
  /** True when the public address is https: cookies are Secure and HSTS is sent. */
  secure: boolean;
  demo: boolean;
}

/** Variables that are set together. */
const TOGETHER = [
  ['PAC_URL', 'PAC_TOKEN'],
  ['YAPPY_URL', 'YAPPY_MERCHANT_ID', 'YAPPY_SECRET'],
  ['CARD_URL', 'CARD_KEY', 'CARD_WEBHOOK_SECRET'],
] as const;
const WHATSAPP = [
  'WHATSAPP_PHONE_ID',
  'WHATSAPP_ACCOUNT_ID',
  'WHATSAPP_TOKEN',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
] as const;

/** Raised with one Spanish line per faulty variable. */
export class ConfigError extends Error {}

/** Parses the environment once. Raises ConfigError with every fault, not only the first. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: valor no válido (${issue.message})`);
  if (given['DEMO'] === '1' && given['DATABASE_URL'])
    faults.push('DEMO: la demostración solo se carga en la base de datos incorporada, no en DATABASE_URL');
  const missing = WHATSAPP.filter((name) => given[name] === undefined);
  if (missing.length > 0 && missing.length < WHATSAPP.length)
    faults.push(
      `${missing.join(', ')}: WhatsApp necesita también ${missing.length === 1 ? 'este valor' : 'estos valores'}`,
    );
  for (const names of TOGETHER) {
    const absent = names.filter((name) => given[name] === undefined);
    if (absent.length > 0 && absent.length < names.length)
      faults.push(`${names.join(', ')}: se ponen todas, o ninguna; falta ${absent.join(', ')}`);
  }
  if ((given['SEAL_CERT'] === undefined) !== (given['SEAL_KEY'] === undefined))
    faults.push('SEAL_CERT y SEAL_KEY: se ponen los dos, o ninguno');
  if (given['SEAL_CERT'] && given['SEAL_P12'])
    faults.push('SEAL_P12: se pone este, o SEAL_CERT con SEAL_KEY');
  if (!parsed.success || faults.length > 0)
    throw new ConfigError(
      ['La configuración tiene errores:', ...faults.map((fault) => `  - ${fault}`)].join('\n'),
    );

  const values = parsed.data;
  const appUrl = values.APP_URL ?? `http://localhost:${values.PORT}`;
  return {
    ...values,
    appUrl: appUrl.replace(/\/$/, ''),
    secure: appUrl.startsWith('https:'),
    demo: values.DEMO ?? !values.DATABASE_URL,
  };
}
