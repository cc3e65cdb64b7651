import { addDays, panamaDay } from '#contract/dates.ts';
import type { RoleName } from '#contract/access.ts';
import { rows, sql, type Db } from '#server/kernel/db.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { projectTeam, roles, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { makeProjects, makeStaff, type Parts } from '../company.ts';
import { papersOf, proofOf } from '../demoPapers.ts';
import { demoPeople } from '../people.ts';

export interface LargeProject {
  id: number;
  name: string;
  region: 1 | 2;
  separationCents: number;
  models: readonly {
    id: number;
    cents: number;
    name: string;
    bedrooms: number;
    bathrooms: number;
    areaM2: number;
  }[];
  processors: readonly number[];
  advisers: readonly number[];
  /** Number of lots so far; each block has a hundred. */
  lots: number;
  /** A lot released by an ended sale, for the next sale. */
  free: { id: number; name: string; areaM2: number; premium: number } | undefined;
}

/** The company around the sales. */
export interface Frame {
  projects: LargeProject[];
  accountant: number;
  coordinator: number;
  manager: number;
  /** Stored files by document type id, and files of payment proofs; rows share them. */
  papers: ReadonlyMap<number, readonly UploadedFile[]>;
  proofs: readonly UploadedFile[];
  /** The bank accounts whose statements have the payments. None: each has the account of its project, with its line. */
  accounts: readonly number[];
}

/** The account that a confirmed payment came into; null when it comes with its line. */
export const accountOf = ({ accounts }: Frame, paymentId: number): number | null =>
  accounts[paymentId % accounts.length] ?? null;

/** Sales per project and per processor: the company grows with the sales. */
const PER_PROJECT = 2500;
const PER_PERSON = 8000;
const MOST_STAFF = 120;
const PUBLISHED = 4;

/** Creates colleagues, projects with models, and the shared files. */
export async function makeFrame(
  parts: Parts,
  { count, password }: { count: number; password: string },
): Promise<Frame> {
  const staff = await makeStaff(parts, password);
  await makeProjects(parts, staff);
  const extra = Math.min(MOST_STAFF, Math.max(2, Math.ceil(count / PER_PERSON)));
  const processors = [
    staff.get('procesador')!,
    staff.get('procesador2')!,
    ...(await hire(parts, 'procesador', extra)),
  ];
  const advisers = [staff.get('asesor')!, ...(await hire(parts, 'asesor', extra))];
  const made = await build(parts, Math.max(2, Math.ceil(count / PER_PROJECT)), [...staff.values()]);
  const teams = made.map((project, at) => ({
    ...project,
    // Every project has one of the two processors whose sign-in is printed.
    processors: [processors[at % 2]!, ...pair(processors.slice(2), at)],
    advisers: [advisers[0]!, ...pair(advisers.slice(1), at)],
    lots: 0,
    free: undefined,
  }));
  for (let at = 0; at < teams.length; at += 500)
    await parts.db
      .insert(projectTeam)
      .values(
        teams
          .slice(at, at + 500)
          .flatMap(({ id, processors, advisers }) =>
            [...processors, ...advisers].map((userId) => ({ projectId: id, userId })),
          ),
      )
      .onConflictDoNothing();
  return {
    projects: teams,
    accountant: staff.get('contabilidad')!,
    coordinator: staff.get('coordinador')!,
    manager: staff.get('gerencia')!,
    accounts: (await parts.db.select({ id: bankAccounts.id }).from(bankAccounts)).map(({ id }) => id),
    ...(await sharedFiles(parts)),
  };
}

const pair = (list: readonly number[], at: number) => [
  ...new Set([list[at % list.length]!, list[(at * 7 + 3) % list.length]!]),
];

async function hire({ db, now }: Parts, role: RoleName, count: number): Promise<number[]> {
  const people = demoPeople(count, now.getUTCFullYear());
  const made = await db
    .insert(users)
    .values(
      people.map(({ nombre }, at) => ({
        name: nombre,
        email: `${role}${at + 3}@demo.llave`,
        userTypeId: 1,
        createdAt: now,
      })),
    )
    .returning({ id: users.id });
  const [found] = await rows<{ id: number }>(db, sql`select id from ${roles} where name = ${role}`);
  await db.insert(userRoles).values(made.map(({ id }) => ({ userId: id, roleId: found!.id })));
  return made.map(({ id }) => id);
}

const FIRST = ['Residencial', 'Altos de', 'Brisas de', 'Villas de', 'Praderas de', 'Jardines de', 'Colinas de', 'Valles de']; // prettier-ignore
const SECOND = ['Santa Fe', 'El Roble', 'La Pradera', 'Río Claro', 'San Isidro', 'Los Almendros', 'Monte Verde', 'Las Garzas', 'El Espino', 'Buena Vista', 'La Arboleda', 'Campo Alegre', 'San Mateo', 'El Nance', 'Las Acacias']; // prettier-ignore
const PLACES = [['Panamá Oeste', 'Arraiján', 1], ['Panamá Oeste', 'La Chorrera', 1], ['Coclé', 'Penonomé', 2], ['Panamá', 'Chepo', 1], ['Coclé', 'Aguadulce', 2]] as const; // prettier-ignore
const MODELS = [['Guayacán', 2, 1, 58, 48_500], ['Corotú', 3, 2, 72, 74_900], ['Panamá', 3, 2, 95, 99_500]] as const; // prettier-ignore

export type Site = Omit<LargeProject, 'processors' | 'advisers' | 'lots' | 'free'>;

/** Creates the projects in order of time; the last ones are published. */
async function build(parts: Parts, count: number, team: readonly number[]): Promise<Site[]> {
  const made: Site[] = [];
  for (let at = 0; at < count; at += 1) {
    const [province, district, region] = PLACES[at % PLACES.length]!;
    const round = Math.floor(at / (FIRST.length * SECOND.length));
    const name = [FIRST[at % FIRST.length], SECOND[at % SECOND.length], round ? `${round + 1}` : '']
      .join(' ')
      .trim();
    made.push(
      await makeSite(parts, team, {
        slug: `proyecto-${at + 1}`,
        name,
        province,
        district,
        region,
        dearer: at * 1000,
        delivery: addDays(panamaDay(parts.now), 300),
        published: at >= count - PUBLISHED,
      }),
    );
  }
  return made;
}

interface Place {
  slug: string;
  name: string;
  province: string;
  district: string;
  region: 1 | 2;
  /** Centavos above the usual price of each model. */
  dearer: number;
  /** YYYY-MM-DD. */
  delivery: string;
  published: boolean;
}

/** Creates a project with its models and its team, without lots. */
export async function makeSite(
  { db, now }: Parts,
  team: readonly number[],
  { slug, name, province, district, region, dearer, delivery, published }: Place,
): Promise<Site> {
  const separationCents = region === 1 ? 50_000 : 30_000;
  const [project] = await db
    .insert(projects)
    .values({
      slug,
      name,
      description: `${name}, casas de una planta en ${district}.`,
      province,
      district,
      address: `${district}, ${province}`,
      region,
      separationCents,
      deliveryMonth: `${delivery.slice(0, 7)}-01`,
      ratePercent: 6.25,
      downPaymentPercent: 2,
      termMonths: 360,
      published,
      createdAt: now,
    })
    .returning({ id: projects.id });
  const models = await db
    .insert(houseModels)
    .values(
      MODELS.map(([model, bedrooms, bathrooms, areaM2, price], position) => ({
        projectId: project!.id,
        slug: `modelo-${position + 1}`,
        name: model,
        bedrooms,
        bathrooms,
        areaM2,
        priceCents: price * 100 + dearer,
        position,
        createdAt: now,
      })),
    )
    .returning({
      id: houseModels.id,
      cents: houseModels.priceCents,
      name: houseModels.name,
      bedrooms: houseModels.bedrooms,
      bathrooms: houseModels.bathrooms,
      areaM2: houseModels.areaM2,
    });
  await db.insert(projectTeam).values(team.map((userId) => ({ projectId: project!.id, userId })));
  return { id: project!.id, name, region, separationCents, models };
}

/** Draws and stores the documents of a few people once; the rows of all sales refer to them. */
export async function sharedFiles({ db, files, now }: Parts): Promise<Pick<Frame, 'papers' | 'proofs'>> {
  const types = await rows<{ id: number; name: string }>(db, sql`select id, name from document_types`);
  const papers = new Map<number, UploadedFile[]>();
  const proofs: UploadedFile[] = [];
  const people = demoPeople(8, now.getUTCFullYear()).filter(({ forma_pago }) => forma_pago === 'hipoteca');
  for (const [at, person] of people.slice(0, 3).entries()) {
    for (const paper of await papersOf(person, panamaDay(now))) {
      const id = types.find(({ name }) => name === paper.type)!.id;
      const kept = await files.keep(paper.bytes, paper.name, paper.mime);
      papers.set(id, [...(papers.get(id) ?? []), kept]);
    }
    const proof = await proofOf(person, { centavos: 50_000, reference: `${70_100_000 + at}`, now });
    proofs.push(await files.keep(proof.bytes, proof.name, proof.mime));
  }
  return { papers, proofs };
}

/** Document types whose reads are logged. */
export const sensitiveTypes = async (db: Db): Promise<ReadonlySet<number>> =>
  new Set(
    (await rows<{ id: number }>(db, sql`select id from document_types where privacy <> 'general'`)).map(
      ({ id }) => id,
    ),
  );
