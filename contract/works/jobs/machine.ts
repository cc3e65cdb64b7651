import type { Machine } from '#contract/transitions.ts';
import { JOB_STATE as S } from './rules.ts';

export interface JobFacts {
  /** The job's contract is in force. */
  inForce: boolean;
  /** The week in which it is programmed, `2026-W12`. */
  week: string | null;
  /** Basis points. */
  approvedBp: number;
  /** Why nothing may be built in its house, as a sentence: a permit is missing or has expired. */
  held: string | null;
}

const whyNotWork = ({ inForce }: Pick<JobFacts, 'inForce'>) =>
  inForce ? null : 'El contrato no está vigente.';
const whyNotBuild = (facts: Pick<JobFacts, 'inForce' | 'held'>) => whyNotWork(facts) ?? facts.held;

/**
 * State machine of a job (trabajo, domain.md §3, rulings 49). What a report or an inspection does is automatic: those have
 * endpoints of their own. 7→3 is the rest of a job that was approved in part (decision 0070).
 */
export const jobMachine: Machine<JobFacts> = {
  entity: 'trabajo',
  transitions: [
    {
      from: [S.pending],
      to: S.programmed,
      label: 'Programar',
      permission: 'contratos.crear',
      whyNot: whyNotWork,
    },
    {
      from: [S.programmed],
      to: S.running,
      label: 'Empezar',
      permission: 'contratos.editar',
      whyNot: whyNotBuild,
    },
    {
      from: [S.toCorrect],
      to: S.running,
      label: 'Corregir',
      permission: 'contratos.editar',
      whyNot: whyNotBuild,
    },
    {
      from: [S.running],
      to: S.reported,
      label: 'Reportar',
      permission: null,
      whyNot: () => 'Se reporta con su avance y sus fotografías.',
    },
    { from: [S.reported], to: S.inspecting, label: 'Inspeccionar', permission: null },
    {
      from: [S.inspecting],
      to: S.approved,
      label: 'Aprobar',
      permission: null,
      whyNot: () => 'Se aprueba con su lista de inspección.',
    },
    {
      from: [S.inspecting],
      to: S.toCorrect,
      label: 'Devolver',
      permission: null,
      whyNot: () => 'Se devuelve con un motivo y una fotografía.',
    },
    {
      from: [S.approved, S.inAccount, S.paid],
      to: S.running,
      label: 'Seguir',
      permission: null,
      whyNot: () => 'Sigue por sí solo mientras queda trabajo por aprobar.',
    },
    {
      from: [S.approved],
      to: S.inAccount,
      label: 'En pago',
      permission: null,
      whyNot: () => 'Pasa a pago al incluirlo en una cuenta.',
    },
    {
      from: [S.inAccount],
      to: S.paid,
      label: 'Pagado',
      permission: null,
      whyNot: () => 'Queda pagado al pagar su cuenta.',
    },
    {
      from: [S.pending, S.programmed, S.running],
      to: S.suspended,
      label: 'Suspender',
      permission: 'contratos.crear',
      reason: 'required',
    },
    ...[S.pending, S.programmed, S.running].map((to) => ({
      from: [S.suspended],
      to,
      label: 'Reanudar',
      permission: 'contratos.crear' as const,
      whyNot: whyNotWork,
    })),
    {
      from: [S.pending, S.programmed],
      to: S.voided,
      label: 'Anular',
      permission: 'contratos.crear',
      reason: 'required',
      whyNot: ({ approvedBp }) => (approvedBp > 0 ? 'Ya tiene avance aprobado: no se puede anular.' : null),
    },
  ],
};

/** States in which the contractor may report: reporting starts or corrects the work. */
export const REPORTABLE: readonly number[] = [S.programmed, S.running, S.toCorrect];

/** Why a job cannot be reported, or null. */
export function whyNotReport({
  stateId,
  ...facts
}: { stateId: number } & Pick<JobFacts, 'inForce' | 'held'>): string | null {
  if (!facts.inForce) return whyNotWork(facts);
  if (REPORTABLE.includes(stateId)) return facts.held;
  switch (stateId) {
    case S.pending:
      return 'Falta programarlo.';
    case S.reported:
    case S.inspecting:
      return 'Ya está reportado: espera su inspección.';
    case S.suspended:
      return 'Está suspendido.';
    case S.voided:
      return 'Está anulado.';
    default:
      return 'Ya está aprobado por completo.';
  }
}

export interface InspectionFacts {
  stateId: number;
  userId: number;
  /** The company of the user who inspects; null: a colleague. */
  partnerId: number | null;
  contractorId: number;
  /** Who reported, and for which company. */
  report: { authorId: number; partnerId: number | null } | null;
}

/** Why this user may not inspect a job, or null: who reports or builds never inspects (domain.md §2.1). */
export function whyNotInspect(facts: InspectionFacts): string | null {
  if (facts.stateId !== S.inspecting || !facts.report) return 'No hay un reporte por inspeccionar.';
  return whyNotJudge(facts);
}

/** Why this user may not judge a job's progress, or null. */
export function whyNotJudge({ userId, partnerId, contractorId, report }: InspectionFacts): string | null {
  if (report?.authorId === userId) return 'Lo reportaste tú: lo inspecciona otra persona.';
  if (partnerId !== null && (partnerId === contractorId || partnerId === report?.partnerId))
    return 'Tu empresa lo construye: lo inspecciona otra persona.';
  return null;
}

/** Why the approved progress cannot be lowered by this user, or null. */
export function whyNotLower(facts: InspectionFacts & { approvedBp: number }): string | null {
  if (facts.approvedBp === 0) return 'No tiene avance aprobado.';
  if (facts.stateId === S.inspecting) return 'Tiene un reporte por inspeccionar: decide primero ese reporte.';
  if (facts.stateId === S.voided) return 'Está anulado.';
  return whyNotJudge(facts);
}
