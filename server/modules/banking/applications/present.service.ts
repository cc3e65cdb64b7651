import { bankApplicationStatus } from '#contract/company/catalogs/legalLists.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { daysBetween, panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import {
  applicationMachine,
  NO_DATA_CONSENT,
  WAITING,
  WITH_LETTER,
} from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import {
  changeApplicationStatus,
  type Application,
  type ApplicationRow,
} from '#contract/banking/applications/applications.ts';
import { whyNotRequest } from '#contract/banking/disbursements/disbursementRules.ts';
import type { Letter } from '#contract/banking/letters/letters.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { termsOfSale } from '#server/modules/sales/quotes/terms.service.ts';
import { readDetails, type Details, type FileKnown, type Shown } from './applications.details.ts';
import { mayDespite, whyNotChoose } from './applications.service.ts';
import type { ApplicationFound } from './reading.service.ts';
import { applicationFacts, matrixFor } from './facts.service.ts';
import type { Matrix } from './matrix.service.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;
const labelled = (names: ReadonlyMap<number, string>, id: number) => ({ id, name: names.get(id) ?? '' });

/** Applications as the list shows them. */
export async function presentRows(
  ctx: Pick<Context, 'db' | 'now'>,
  found: readonly ApplicationFound[],
): Promise<ApplicationRow[]> {
  const states = await catalogLabels(ctx.db, bankApplicationStatus);
  const names = await catalogLabels(ctx.db, banks);
  const today = panamaDay(ctx.now);
  return found.map(({ application: a, sale, person, project, processor, letter }) => ({
    id: a.id,
    version: a.version,
    state: labelled(states, a.stateId),
    state_since: a.stateSince.toISOString(),
    bank: labelled(names, a.bankId),
    chosen: a.chosen,
    sale: { id: sale.id, code: sale.code, state_id: sale.stateId },
    name: person.name,
    project,
    processor: sale.processorId === null ? null : { id: sale.processorId, name: processor ?? '' },
    requested_centavos: a.requestedCents,
    approved_centavos: a.approvedCents,
    sent_at: iso(a.sentAt),
    answered_at: iso(a.answeredAt),
    answer_due_on: a.answerDueOn,
    late:
      a.answeredAt === null &&
      a.answerDueOn !== null &&
      a.answerDueOn < today &&
      WAITING.some((state) => state === a.stateId),
    last_follow_up_at: iso(a.lastFollowUpAt),
    follow_up_due_on: a.followUpDueOn,
    follow_up_due: a.followUpDueOn !== null && a.followUpDueOn <= today,
    letter: letter && {
      number: letter.number,
      amount_centavos: letter.amountCents,
      expires_on: letter.expiresOn,
    },
  }));
}

/** Applications of one sale, whole, with what the caller may do; `matrix` spares asking the banks again. */
export async function presentApplications(
  ctx: Context,
  found: readonly ApplicationFound[],
  matrix?: Matrix,
): Promise<Application[]> {
  const [first] = found;
  if (!first) return [];
  const rows = await presentRows(ctx, found);
  const details = await readDetails(ctx, found);
  const asked =
    matrix ??
    (await matrixFor(
      ctx,
      first,
      found.map(({ application }) => application),
    ));
  const wanted = (await termsOfSale(ctx.db, first.sale)).financedCents;
  const states = await catalogLabels(ctx.db, bankApplicationStatus);
  return found.map((one, at) => present(ctx, one, rows[at]!, details, { matrix: asked, wanted, states }));
}

interface Known {
  matrix: Matrix;
  wanted: number;
  states: ReadonlyMap<number, string>;
}

function present(
  ctx: Context,
  found: ApplicationFound,
  row: ApplicationRow,
  details: Details,
  { matrix, wanted, states }: Known,
): Application {
  const { application: a, sale, letter } = found;
  const own = details.of(a.id);
  const may = (permission: Permission) => reaches(ctx, permission, sale);
  const edits = may('tramites.editar');
  const action = (allowed: boolean, disabled: string | null) => (allowed ? { disabled } : null);
  return {
    ...row,
    executive: own.executive,
    term_months: a.termMonths,
    rate_percent: a.ratePercent,
    bank_reference: a.bankReference,
    conditions: a.conditions,
    preapproved_until: a.preapprovedUntil,
    reason: a.reason,
    sent_despite: a.sentDespite,
    sent_by: own.sentBy,
    letter: letter && presentLetter(ctx, letter, own, wanted),
    disbursement: own.disbursement,
    contacts: own.contacts.map((one) => ({ ...one, at: one.at.toISOString() })),
    history: own.history.map(({ from, to, reason, who, at }) => ({
      from: from === null ? null : (states.get(from) ?? ''),
      to: states.get(to) ?? '',
      reason,
      who,
      at: at.toISOString(),
    })),
    transfers: own.transfers,
    transitions: offersOf(
      applicationMachine,
      a.stateId,
      applicationFacts(found, matrix),
      urlOf(changeApplicationStatus, { params: { id: a.id } }),
      may,
    ),
    actions: {
      edit: action(edits, a.stateId >= APPLICATION.rejected ? 'La solicitud ya terminó.' : null),
      choose: action(edits, whyNotChoose(a, sale)),
      contact: action(edits, null),
      letter: action(edits && (a.stateId === APPLICATION.approved || a.stateId === APPLICATION.letter), null),
      extension: action(edits && WITH_LETTER.includes(a.stateId), null),
      disbursement: action(
        edits && a.stateId === APPLICATION.letter,
        whyNotRequest(a, sale, own.disbursement !== null),
      ),
      file: action(
        edits && may('documentos.ver') && a.stateId < APPLICATION.rejected,
        matrix.consents.has('datos') ? null : NO_DATA_CONSENT,
      ),
      despite: mayDespite(ctx, sale),
    },
  };
}

function presentLetter(
  ctx: Context,
  letter: NonNullable<ApplicationFound['letter']>,
  own: Shown,
  wanted: number,
): Letter {
  const linked = ({ id, name, mime, size }: FileKnown) => ({ name, mime, size, url: fileUrl(ctx, id) });
  return {
    number: letter.number,
    amount_centavos: letter.amountCents,
    rate_percent: letter.ratePercent,
    term_months: letter.termMonths,
    issued_on: letter.issuedOn,
    expires_on: letter.expiresOn,
    days_left: daysBetween(panamaDay(ctx.now), letter.expiresOn),
    notes: letter.notes,
    file: linked(own.letterFile!),
    version: letter.version,
    short_centavos: letter.amountCents < wanted ? wanted - letter.amountCents : null,
    extensions: own.extensions.map((one) => ({ ...one, file: one.file && linked(one.file) })),
  };
}
