import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, panamaDay, showDay } from '#contract/dates.ts';
import { LawyerForm } from '#contract/company/lawyers/lawyers.ts';
import {
  PAPER_KINDS,
  PaperForm,
  PartnerForm,
  type PaperKind,
  type PartnerKind,
} from '#contract/company/partners/partners.ts';
import type { Db } from '#server/kernel/db.ts';
import { createLawyer } from '#server/modules/company/lawyers/lawyers.service.ts';
import { addPaper, createPartner } from '#server/modules/company/partners/partners.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { contextAt } from './actors.ts';
import { pdf } from './papers/render.ts';

/** A partner document: kind, number, and days until it expires. */
type DemoPaper = readonly [kind: PaperKind, number: string, endsIn: number | null];

interface DemoPartner {
  kind: PartnerKind;
  form: Partial<PartnerForm> & Pick<PartnerForm, 'name' | 'ruc' | 'dv'>;
  papers: readonly DemoPaper[];
  /** Sign-in name of the partner's demo user. */
  signIn?: string;
}

/** The group's two companies come first: their ids are 1 and 2 (domain.md §2). */
const PARTNERS: readonly DemoPartner[] = [
  {
    kind: 'contratante',
    form: {
      name: 'Promotora Valle Sereno, S.A.',
      ruc: '155700001-2-2019',
      dv: '45',
      legal_representative: 'Roberto Arosemena',
      representative_document: '8-455-912',
      registry_sheet: 'Folio 155700001',
      property_number: '30215478',
      location_code: '8101',
      phone: '+50769800100',
    },
    papers: [
      ['aviso_operacion', '155700001-2-2019-2019-588120', null],
      ['paz_salvo_dgi', 'PS-2026-77120', 21],
      ['certificado_registro', 'CRP-998-26', 74],
    ],
  },
  {
    kind: 'contratante',
    form: {
      name: 'Constructora Valle Sereno, S.A.',
      ruc: '155700002-2-2019',
      dv: '88',
      legal_representative: 'Ramiro De León',
      representative_document: '3-702-1180',
      registry_sheet: 'Folio 155700002',
      phone: '+50769800110',
    },
    papers: [
      ['aviso_operacion', '155700002-2-2019-2019-588121', null],
      ['paz_salvo_css', 'CSS-2026-30418', 48],
    ],
  },
  {
    kind: 'contratista',
    signIn: 'contratista',
    form: {
      name: 'Construcciones El Roble, S.A.',
      ruc: '155648210-2-2017',
      dv: '12',
      legal_representative: 'Felipe Cárdenas',
      representative_document: '9-714-2203',
      registry_sheet: 'Folio 155648210',
      phone: '+50762104410',
      email: 'contratista@demo.llave',
      notes: 'Viviendas de bloque. Dos cuadrillas.',
    },
    papers: [
      ['ruc', '155648210-2-2017', null],
      ['aviso_operacion', '155648210-2-2017-2017-541200', null],
      ['paz_salvo_css', 'CSS-2026-51873', 12],
      ['paz_salvo_dgi', 'PS-2026-80031', 95],
      ['fianza_cumplimiento', 'FC-118204', 210],
      ['fianza_anticipo', 'FA-118205', 140],
    ],
  },
  {
    kind: 'contratista',
    signIn: 'contratista2',
    form: {
      name: 'Techos y Más, S.A.',
      ruc: '155671904-2-2018',
      dv: '71',
      legal_representative: 'Yessenia Pitti',
      representative_document: '4-766-1509',
      registry_sheet: 'Folio 155671904',
      phone: '+50767781190',
      email: 'contratista2@demo.llave',
    },
    papers: [
      ['ruc', '155671904-2-2018', null],
      ['aviso_operacion', '155671904-2-2018-2018-560077', null],
      ['paz_salvo_css', 'CSS-2026-49120', -9],
      ['paz_salvo_dgi', 'PS-2026-76542', 27],
    ],
  },
  {
    kind: 'contratista',
    form: {
      name: 'Movimientos de Tierra Coclé, S.A.',
      ruc: '155690333-2-2019',
      dv: '04',
      legal_representative: 'Eladio Tuñón',
      representative_document: '2-719-845',
      phone: '+50769935521',
    },
    papers: [
      ['aviso_operacion', '155690333-2-2019-2019-590031', null],
      ['paz_salvo_css', 'CSS-2026-52002', 64],
      ['fianza_cumplimiento', 'FC-120090', 18],
    ],
  },
];

const LAWYERS: readonly (Partial<LawyerForm> & { full_name: string; signIn?: string })[] = [
  {
    full_name: 'Gisela Tuñón',
    document: '8-733-1204',
    idoneidad: '9812',
    firm: 'Promotora Valle Sereno',
    email: 'abogado@demo.llave',
    phone: '+50766120934',
    signIn: 'abogado',
  },
  {
    full_name: 'Arístides Barsallo',
    document: '6-78-441',
    idoneidad: '4410',
    firm: 'Barsallo & Asociados',
    phone: '+50762390071',
  },
  { full_name: 'Maribel Chen Ríos', document: '3-711-988', idoneidad: '11276', firm: 'Notarial del Istmo' },
];

/** Creates the companies with documents near their expiry, and the lawyers; links those who have a user. */
export async function makePartners(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const ctx = contextAt(app, db, staff, now, { signIn: 'administrador', role: 'administrador' });
  let promoter: number | undefined;
  for (const { kind, form, papers, signIn } of PARTNERS) {
    const id = await createPartner(ctx, { ...PartnerForm.parse(form), kind });
    promoter ??= id;
    for (const paper of papers)
      await addPaper(await withFile(ctx, form.name, paper, now), id, formOf(paper, now));
    const userId = signIn && staff.get(signIn);
    if (userId) await db.update(users).set({ partnerId: id }).where(eq(users.id, userId));
  }
  // The first company sells what is built: its projects are in its books.
  await db.update(projects).set({ promoterId: promoter! });
  for (const { signIn, ...lawyer } of LAWYERS)
    await createLawyer(ctx, LawyerForm.parse({ ...lawyer, user_id: (signIn && staff.get(signIn)) ?? null }));
}

const formOf = ([kind, number, endsIn]: DemoPaper, now: Date): PaperForm => {
  const today = panamaDay(now);
  const end = endsIn === null ? '' : addDays(today, endsIn);
  return PaperForm.parse({ kind, number, issued_on: addDays(today, (endsIn ?? 0) - 330), expires_on: end });
};

async function withFile<
  C extends Parameters<typeof addPaper>[0] & { files: FastifyInstance['core']['services']['files'] },
>(ctx: C, company: string, paper: DemoPaper, now: Date): Promise<C> {
  const [kind, number] = paper;
  const { expires_on } = formOf(paper, now);
  const bytes = await pdf(`${PAPER_KINDS[kind]} ${number}`, [
    { text: PAPER_KINDS[kind].toUpperCase(), fontSize: 16, bold: true, margin: [0, 0, 0, 16] },
    { text: `N.º ${number}`, margin: [0, 0, 0, 24] },
    { text: company, bold: true, fontSize: 12, margin: [0, 0, 0, 12] },
    expires_on ? `Válido hasta el ${showDay(expires_on)}.` : 'Sin fecha de vencimiento.',
  ]);
  const upload = await ctx.files.keep(bytes, `${kind}-${number}.pdf`, 'application/pdf');
  return { ...ctx, uploads: new Map([['archivo', [{ ...upload, field: 'archivo' }]]]) };
}
