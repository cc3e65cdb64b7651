import { withoutAccents } from '#contract/accents.ts';
import { eq } from 'drizzle-orm';
import { addDays, DAY_MS, HOUR_MS, isoWeek, panamaDay } from '#contract/dates.ts';
import { weatherText } from '#contract/projects/weather/rules.ts';
import {
  bankAccounts,
  projectBankAccounts,
} from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { bankExecutives, projectBanks } from '#server/modules/projects/projects/banks.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { weekClosings } from '#server/modules/projects/projects/weeks.table.ts';
import { weatherReadings } from '#server/modules/projects/weather/weather.table.ts';
import type { Parts } from './company.ts';

/** A project's banks, accounts and weather. People and numbers are fictional. */
interface Surroundings {
  place: { latitude: number; longitude: number };
  /** Banks by id of bank_type, with executives: name, mobile, branch. */
  banks: readonly (readonly [bankId: number, executives: readonly (readonly [string, string, string])[]])[];
  /** Accounts by index in ACCOUNTS; buyers pay into the first. */
  accounts: readonly number[];
  /** Probability of rain. */
  wet: number;
}

const SURROUNDINGS: Readonly<Record<string, Surroundings>> = {
  'residencial-valle-sereno': {
    place: { latitude: 8.9519, longitude: -79.656 },
    banks: [
      [
        1,
        [
          ['Anayansi Rodríguez', '66120455', 'Costa Verde'],
          ['Jorge Luis Him', '66120456', 'Arraiján'],
        ],
      ],
      [2, [['Maribel Samaniego', '66120457', 'Vista Alegre']]],
      [3, [['Rigoberto Cruz', '66120458', 'La Chorrera']]],
      [10, [['Dalys Navarro', '66120459', 'Vía España']]],
    ],
    accounts: [0, 2, 3, 4],
    wet: 0.28,
  },
  'altos-de-san-roque': {
    place: { latitude: 8.518, longitude: -80.357 },
    banks: [
      [2, [['Eneida Aguilar', '66120460', 'Penonomé']]],
      [3, [['Arquímedes Ortega', '66120461', 'Penonomé']]],
      [5, [['Karina Tejada', '66120462', 'Penonomé']]],
    ],
    accounts: [1, 2],
    wet: 0.16,
  },
};

/** Name, bank, number, type (bank_account_types), use (bank_account_type_accounts), accounting account. */
const ACCOUNTS = [
  ['Recaudo Valle Sereno', 1, '03-12-01-104455-7', 1, 2, 3],
  ['Recaudo San Roque', 2, '04-0099-2210-3', 1, 2, 3],
  ['Operativa', 1, '03-12-01-104412-0', 1, 1, 2],
  ['Interino Valle Sereno', 3, '6600-118-90021', 4, 3, null],
  ['Planilla', 5, '1020-3344-18', 1, 5, 2],
] as const;

const ACCOUNT_HOLDER = 'Promotora Valle Sereno, S.A.';

/** Creates the company's accounts; returns their ids in the order of ACCOUNTS. */
async function makeAccounts({ db, now }: Parts): Promise<number[]> {
  const made = await db
    .insert(bankAccounts)
    .values(
      ACCOUNTS.map(([name, bankId, number, typeId, kindId, accountingAccountId]) => ({
        name,
        bankId,
        number,
        typeId,
        kindId,
        accountingAccountId,
        holder: ACCOUNT_HOLDER,
        createdAt: now,
      })),
    )
    .returning({ id: bankAccounts.id });
  return made.map(({ id }) => id);
}

/** Banks, accounts, closed weeks and two weeks of weather for the demo. `manager` closed the weeks. */
export async function makeWorks(parts: Parts, manager: number): Promise<void> {
  const accountIds = await makeAccounts(parts);
  for (const project of await parts.db.select().from(projects)) {
    const around = SURROUNDINGS[project.slug];
    if (!around) continue;
    await parts.db.update(projects).set(around.place).where(eq(projects.id, project.id));
    await makeBanks(parts, project.id, around.banks);
    await parts.db.insert(projectBankAccounts).values(
      around.accounts.map((at, position) => ({
        projectId: project.id,
        accountId: accountIds[at]!,
        position,
        forBuyers: position === 0,
      })),
    );
    await closeWeeks(parts, project.id, manager);
    await makeReadings(parts, project.id, around.wet);
  }
}

async function makeBanks({ db, now }: Parts, projectId: number, banks: Surroundings['banks']): Promise<void> {
  for (const [position, [bankId, people]] of banks.entries()) {
    const [bank] = await db
      .insert(projectBanks)
      .values({ projectId, bankId, position, createdAt: now })
      .returning({ id: projectBanks.id });
    await db.insert(bankExecutives).values(
      people.map(([name, phone, branch], at) => ({
        projectBankId: bank!.id,
        name,
        phone: `+507${phone}`,
        email: `${withoutAccents(name.split(' ')[0]!).toLowerCase()}@banco.example`,
        branch,
        main: at === 0,
        position: at,
        createdAt: now,
      })),
    );
  }
}

/** Closes eleven weeks before the last one; one of them was reopened later. */
async function closeWeeks({ db, now }: Parts, projectId: number, closedBy: number): Promise<void> {
  const today = panamaDay(now);
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const weeks = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((ago) => ({
    week: isoWeek(addDays(today, -7 * ago)),
    closedAt: at(7 * (ago - 1)),
  }));
  await db.insert(weekClosings).values([
    ...weeks.map((one) => ({ ...one, projectId, closedBy })),
    {
      projectId,
      week: weeks[8]!.week,
      closedAt: at(23),
      closedBy,
      reopenedAt: at(22),
      reopenedBy: closedBy,
      reopenReason: 'Faltaba la medición de la losa de dos casas',
    },
  ]);
}

/** Two weeks of hourly weather, deterministic: warm after noon, rain mostly in the afternoon. */
async function makeReadings({ db, now }: Parts, projectId: number, wet: number): Promise<void> {
  const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const readings = Array.from({ length: 14 * 24 }, (_, ago) => {
    const at = new Date(last - ago * HOUR_MS);
    const local = (at.getUTCHours() + 19) % 24;
    const chance = noise(projectId * 1000 + Math.floor(ago / 3));
    const afternoon = local >= 13 && local <= 18;
    const rains = chance < (afternoon ? wet * 2 : wet / 3);
    const rainMm = rains ? Math.round((0.4 + noise(ago * 7 + projectId) * 9) * 10) / 10 : 0;
    const code = rainMm > 6 ? 65 : rainMm > 2 ? 63 : rainMm > 0 ? 61 : afternoon ? 2 : 1;
    const temperature =
      Math.round((27.5 + 3.5 * Math.sin(((local - 8) / 24) * 2 * Math.PI) - rainMm / 4) * 10) / 10;
    return { at, code, rainMm, temperature };
  });
  await db.insert(weatherReadings).values(
    readings.map((one) => ({
      ...one,
      projectId,
      day: panamaDay(one.at),
      description: weatherText(one.code),
      // Not from a weather service; the screens show this source.
      source: 'demostracion',
    })),
  );
}

/** Deterministic noise in 0-1 for a number. */
const noise = (seed: number) => {
  const value = Math.sin(seed * 12.9898) * 43758.5453;
  return value - Math.floor(value);
};
