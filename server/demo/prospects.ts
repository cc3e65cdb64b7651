import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { comparePeople } from '#server/modules/sales/coincidences/finder.service.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { addContact } from '#server/modules/sales/prospects/contacts.service.ts';
import { changeStage, createProspect } from '#server/modules/sales/prospects/prospects.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, type Actor } from './actors.ts';

const ADVISER: Actor = { signIn: 'asesor', role: 'asesor' };
const COORDINATOR: Actor = { signIn: 'coordinador', role: 'coordinador' };

/** The story of a demo prospect; contacts have hours since it was created, action and note. */
interface Story {
  name: string;
  origin: string;
  daysAgo: number;
  interest: string;
  contacts: readonly (readonly [hours: number, action: number, note?: string])[];
  /** Days from the last contact to the next follow-up. */
  next?: number;
  quoted?: boolean;
  discarded?: string;
  unattended?: boolean;
}

const STORIES: readonly Story[] = [
  {
    name: 'Ariel Sanjur',
    origin: 'feria',
    daysAgo: 0,
    interest: 'Dos recámaras, cerca de la entrada',
    contacts: [],
  },
  {
    name: 'Mitzila Vega',
    origin: 'facebook',
    daysAgo: 0,
    interest: 'Primera vivienda',
    contacts: [],
    unattended: true,
  },
  {
    name: 'Rolando Him',
    origin: 'valla',
    daysAgo: 1,
    interest: 'Tres recámaras',
    contacts: [[2, 3, 'Suena y no contesta']],
  },
  {
    name: 'Yessenia Pitti',
    origin: 'instagram',
    daysAgo: 4,
    interest: 'Casa con patio',
    contacts: [
      [1, 4],
      [20, 5, 'Prefiere que la llamen después de las 5'],
    ],
  },
  {
    name: 'Gumercindo Rivas',
    origin: 'referido',
    daysAgo: 6,
    interest: 'Para su mamá',
    contacts: [
      [3, 2, 'Gana 1,100; trabaja en el Seguro'],
      [48, 4],
    ],
  },
  {
    name: 'Katherine Ballesteros',
    origin: 'web',
    daysAgo: 7,
    interest: 'Modelo grande',
    contacts: [
      [1, 2],
      [60, 6, 'Viene el sábado a las 10'],
    ],
    next: 1,
  },
  {
    name: 'Eladio Camarena',
    origin: 'visita',
    daysAgo: 9,
    interest: 'Dos recámaras',
    contacts: [
      [1, 7, 'Vio la casa modelo'],
      [70, 2, 'Pide la proforma'],
    ],
    quoted: true,
  },
  {
    name: 'Dalys Montenegro',
    origin: 'whatsapp',
    daysAgo: 11,
    interest: 'Cerca del parque',
    contacts: [
      [2, 2],
      [90, 7, 'Vino con su esposo'],
    ],
    next: 4,
  },
  {
    name: 'Fermín Ulloa',
    origin: 'encuentra24',
    daysAgo: 16,
    interest: 'Inversión',
    contacts: [[5, 2, 'Busca para alquilar']],
    discarded: 'Precio',
  },
  {
    name: 'Nitzia Cárdenas',
    origin: 'tiktok',
    daysAgo: 20,
    interest: 'Primera vivienda',
    contacts: [
      [4, 3],
      [80, 3],
      [160, 3],
    ],
    discarded: 'No contesta',
  },
  {
    name: 'Jair Atencio',
    origin: 'qr',
    daysAgo: 2,
    interest: 'Esquina',
    contacts: [[1, 2, 'Quiere saber la letra']],
    next: 6,
  },
  {
    name: 'Omaira Bonilla',
    origin: 'chatbot',
    daysAgo: 3,
    interest: 'Tres recámaras',
    contacts: [[6, 4, 'Se le envió el plano']],
  },
];

/** Creates prospects at every stage, and duplicate people, through the real use cases. */
export async function makeProspects(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const models = await db.select().from(houseModels).orderBy(asc(houseModels.id));
  const at = (actor: Actor, hoursAgo: number) =>
    contextAt(app, db, staff, new Date(now.getTime() - Math.max(0, hoursAgo) * HOUR_MS), actor);
  for (const [index, story] of STORIES.entries()) {
    const model = models[(index * 5 + 1) % models.length]!;
    const begun = story.daysAgo * 24 + 1;
    const id = await createProspect(at(story.unattended ? COORDINATOR : ADVISER, begun), {
      nombre: story.name,
      celular: `+5076${String(4_120_000 + index * 7331)}`,
      email: index % 2 ? `${story.name.split(' ')[0]!.toLowerCase()}@correo.example` : null,
      proyecto_id: model.projectId,
      modelo_id: model.id,
      origen: story.origin,
      numero_camp: story.origin === 'feria' ? 'FERIA-26' : null,
      interes: story.interest,
      ...(story.unattended && { asesor_id: null }),
      ...(index % 3 === 0 && { ingreso_id: 2 + (index % 4), consentimiento_datos: true }),
    });
    for (const [hours, accion_id, nota] of story.contacts) {
      const ctx = at(ADVISER, begun - hours);
      await addContact(ctx, id, {
        accion_id,
        ...(nota && { nota }),
        ...(story.next && { proximo_seguimiento: addDays(panamaDay(ctx.now), story.next + 2) }),
      });
    }
    if (story.quoted) await changeStage(at(ADVISER, 4), id, { estado_id: PROSPECT.quoted });
    if (story.discarded)
      await changeStage(at(ADVISER, 3), id, { estado_id: PROSPECT.discarded, motivo: story.discarded });
  }
  await makeTwice(db, at(ADVISER, 2));
}

/** Buyers who had asked at a fair under another spelling, and a phone number shared by a couple. */
async function makeTwice(db: Db, ctx: ReturnType<typeof contextAt>): Promise<void> {
  const known = await db
    .select({ name: people.name, phone: people.phone, email: people.email, projectId: sales.projectId })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(and(isNotNull(sales.code), isNotNull(people.documentKey)))
    .orderBy(asc(sales.id))
    .limit(4);
  for (const [index, one] of known.entries()) {
    const [first = '', ...rest] = one.name.split(' ');
    await createProspect(ctx, {
      nombre: index === 3 ? `Familia ${rest.at(-1)}` : [first, rest.at(-1)].join(' ').toLowerCase(),
      celular: one.phone,
      email: index === 0 ? one.email : null,
      proyecto_id: one.projectId,
      origen: 'feria',
      otra_persona: true,
    });
  }
  const all = await db.select({ id: people.id }).from(people);
  await comparePeople(
    db,
    all.map(({ id }) => id),
  );
}
