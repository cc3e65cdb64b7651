import type { Part } from '#contract/care/covers/parts.ts';
import type { Machine } from '#contract/transitions.ts';

/** ticket_status (domain.md §3). */
export const TICKET = {
  open: 1,
  assigned: 2,
  working: 3,
  waitsCustomer: 4,
  waitsSupplier: 5,
  solved: 6,
  closed: 7,
  reopened: 8,
  cancelled: 9,
} as const;
const T = TICKET;

/** Somebody still has to do something. */
export const OPEN_TICKETS: readonly number[] = [
  T.open,
  T.assigned,
  T.working,
  T.waitsCustomer,
  T.waitsSupplier,
  T.reopened,
];
/** The deadline stands still. */
export const PAUSED_TICKETS: readonly number[] = [T.waitsCustomer, T.waitsSupplier];
/** The deadline runs. */
export const RUNNING_TICKETS: readonly number[] = [T.open, T.assigned, T.working, T.reopened];
export const isOpenTicket = (stateId: number) => OPEN_TICKETS.includes(stateId);
export const isPaused = (stateId: number) => PAUSED_TICKETS.includes(stateId);

export const TURNS = { empresa: 'La empresa', cliente: 'El cliente', proveedor: 'El proveedor' } as const;
export type TicketTurn = keyof typeof TURNS;
/** Whose turn it is; null after the end. Whoever has to confirm a solution is the customer. */
export function turnOf(stateId: number): TicketTurn | null {
  if (stateId === T.waitsSupplier) return 'proveedor';
  if (stateId === T.waitsCustomer || stateId === T.solved) return 'cliente';
  return isOpenTicket(stateId) ? 'empresa' : null;
}

export const ORIGINS = {
  oficina: 'Oficina',
  cliente: 'Cliente',
  chat: 'Chat',
  entrega: 'Entrega',
  derecho: 'Derecho de datos',
} as const;
export type TicketOrigin = keyof typeof ORIGINS;

/** Who is at the house, beside the buyer of the sale. */
export const CONTACTS = {
  comprador: 'Quien compró',
  ocupante: 'Quien vive ahí',
  nuevo_dueno: 'Dueño nuevo',
  otro: 'Otra persona',
} as const;
export type ContactKind = keyof typeof CONTACTS;

/** Whether a warranty ticket is covered; null: it is no warranty ticket. Out of cover it becomes a quote (domain.md §3). */
export const COVERS = {
  por_ver: 'Garantía por revisar',
  dentro: 'En garantía',
  fuera: 'Fuera de garantía',
} as const;
export type Cover = keyof typeof COVERS;

/** What decides about the cover; the warranty's own clocks fill in `dueOn` per part of the house. */
export interface CoverFacts {
  /** Day of the delivery; null: the house was not delivered. */
  deliveredOn: string | null;
  /** Last day of the cover of this part; null: nobody knows yet. */
  dueOn: string | null;
  /** Day of the claim. */
  claimedOn: string;
}
/** The cover of a claim: without a delivered house there is none, and a claim one day late is out. */
export function coverOf({ deliveredOn, dueOn, claimedOn }: CoverFacts): Cover {
  if (deliveredOn === null || claimedOn < deliveredOn) return 'fuera';
  if (dueOn === null) return 'por_ver';
  return claimedOn <= dueOn ? 'dentro' : 'fuera';
}

/** A customer may reopen for so many days (domain.md §3), and a defect that comes back within these days is more urgent. */
export const REOPEN_DAYS = 15;
export const REPEAT_DAYS = 90;
/** A solved ticket closes itself after so many hours. */
export const CLOSE_HOURS = 72;
/** Hours to solve, by the id of the priority (domain.md §1: 15 working days of the office as a rule). */
export const SOLVE_HOURS: Readonly<Record<number, number>> = { 1: 270, 2: 135, 3: 72, 4: 18 };
/** Hours to solve of a priority that was added: so many times the hours to answer. */
export const SOLVE_TIMES = 3;
export const solveHours = (priorityId: number, answerHours: number): number =>
  SOLVE_HOURS[priorityId] ?? answerHours * SOLVE_TIMES;
/** Percent of a deadline at which it warns. */
export const WARN_PERCENT = 80;

export interface TicketFacts {
  assigned: boolean;
  /** The caller is the assignee, leads the department or approves tickets. */
  acts: boolean;
  /** The caller opened it, or may void tickets. */
  opened: boolean;
  /** Days since it was solved. */
  solvedDays: number | null;
  merged: boolean;
  /** A claim out of cover waits for its quote. */
  unquoted: boolean;
  /** A request about personal data: its own answer closes it, and the law's deadline never stands still. */
  lawful: boolean;
  /** A work order of it is open: a contractor has it, or the team has not verified it. */
  ordered: boolean;
}

const MERGED = 'Está unido a otro ticket: cambia aquel, o sepáralos.';
const LAWFUL = 'Se cierra al responder la solicitud de derechos.';
/** Why a ticket is not merged into another. */
export const ORDERED = 'Tiene una orden de trabajo en curso: verifícala o cancélala antes de unirlo.';
const acting = (facts: TicketFacts) =>
  facts.merged
    ? MERGED
    : facts.acts
      ? null
      : 'Lo hace quien lo tiene asignado, o quien dirige el departamento.';
const waiting = (facts: TicketFacts) =>
  acting(facts) ?? (facts.lawful ? 'El plazo de la ley no se detiene.' : null);

/** Unlisted transitions are refused (domain.md §3). */
export const ticketMachine: Machine<TicketFacts> = {
  entity: 'ticket',
  transitions: [
    {
      from: [T.open],
      to: T.assigned,
      label: 'Asignar',
      permission: null,
      whyNot: () => 'Elige a quién se asigna.',
    },
    {
      from: [T.assigned, T.reopened],
      to: T.working,
      label: 'Empezar',
      permission: 'tickets.editar',
      whyNot: (facts) => (facts.assigned ? acting(facts) : 'Primero asígnalo a alguien.'),
    },
    {
      from: [T.working],
      to: T.waitsCustomer,
      label: 'Esperar al cliente',
      permission: 'tickets.editar',
      reason: 'optional',
      whyNot: waiting,
    },
    {
      from: [T.working],
      to: T.waitsSupplier,
      label: 'Esperar al proveedor',
      permission: 'tickets.editar',
      reason: 'optional',
      whyNot: waiting,
    },
    {
      from: [T.waitsCustomer, T.waitsSupplier],
      to: T.working,
      label: 'Seguir trabajando',
      permission: 'tickets.editar',
      whyNot: (facts) =>
        acting(facts) ??
        (facts.ordered ? 'Un contratista tiene su orden de trabajo: espérala o cancélala.' : null),
    },
    {
      from: [T.working],
      to: T.solved,
      label: 'Marcar resuelto',
      permission: 'tickets.editar',
      reason: 'required',
      whyNot: (facts) =>
        acting(facts) ??
        (facts.lawful ? LAWFUL : null) ??
        (facts.ordered ? 'Tiene una orden de trabajo en curso: primero verifícala o cancélala.' : null) ??
        (facts.unquoted ? 'Está fuera de garantía: primero escribe el monto de la cotización.' : null),
    },
    {
      from: [T.solved],
      to: T.closed,
      label: 'Cerrar por el cliente',
      permission: 'tickets.aprobar',
      reason: 'required',
      whyNot: (facts) => (facts.merged ? MERGED : null),
    },
    {
      from: [T.solved, T.closed],
      to: T.reopened,
      label: 'Reabrir',
      permission: 'tickets.editar',
      reason: 'required',
      whyNot: ({ solvedDays, merged, lawful }) =>
        merged
          ? MERGED
          : lawful
            ? 'La solicitud de derechos ya se respondió.'
            : solvedDays !== null && solvedDays > REOPEN_DAYS
              ? `Se reabre hasta ${REOPEN_DAYS} días después de resuelto. Abre otro y enlázalo.`
              : null,
    },
    {
      from: [T.open, T.assigned],
      to: T.cancelled,
      label: 'Cancelar',
      permission: 'tickets.ver',
      reason: 'required',
      whyNot: (facts) =>
        facts.merged ? MERGED : facts.lawful ? LAWFUL : facts.opened ? null : 'Lo cancela quien lo abrió.',
    },
  ],
};

/** Who may see requests about personal data. */
export const RIGHT_READERS = ['administracion.ver', 'auditoria.ver'] as const;
/** The department of requests about personal data. */
export const LEGAL = 3;
/** The department of repairs, and of what has no other. */
export const AFTER_SALES = 9;
/** Categories that are asked for by the part of a delivered house, and not by themselves. */
export const REPAIRS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];
export const OTHER_CATEGORY = 11;
export const CATEGORY_OF_PART: Readonly<Record<Part, number>> = {
  pintura: 4,
  repello: 4,
  pisos: 5,
  ventanas: 6,
  exteriores: 8,
  plomeria: 2,
  electricidad: 3,
  techo: 7,
  paredes: 4,
  estructura: 8,
};
/** Departments of what is no repair, by category: documents to Trámites, payments to accounting. */
export const DEPARTMENT_OF_CATEGORY: Readonly<Record<number, number>> = { 9: 2, 10: 4 };
/** Closed tickets of a category that its usual time is told from. */
export const USUAL_FROM = 5;

/** What a customer reads of a ticket's state. */
export const TOLD: Readonly<Record<number, string>> = {
  [T.open]: 'Lo recibimos',
  [T.assigned]: 'Lo recibimos y ya tiene quien lo atienda',
  [T.working]: 'Trabajamos en ello',
  [T.waitsCustomer]: 'Esperamos tu respuesta',
  [T.waitsSupplier]: 'Esperamos a un proveedor',
  [T.solved]: 'Creemos que está resuelto: confírmalo',
  [T.closed]: 'Resuelto',
  [T.reopened]: 'Lo volvimos a abrir',
  [T.cancelled]: 'Cancelado',
};
/** What a customer reads of the cover of a claim. */
export const COVER_TOLD: Readonly<Record<Cover, string>> = {
  por_ver: 'Revisamos si lo cubre la garantía.',
  dentro: 'Lo cubre tu garantía.',
  fuera: 'No lo cubre la garantía: te enviamos una cotización.',
};
