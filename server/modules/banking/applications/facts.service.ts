import {
  ENDED_APPLICATIONS,
  type ApplicationFacts,
} from '#contract/banking/applications/applicationRules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { ApplicationFound } from './reading.service.ts';
import { lacksOf, matrixOf, type Matrix } from './matrix.service.ts';
import { nationalityOf } from '#server/modules/banking/requirements/requirements.service.ts';

type About = Pick<ApplicationFound, 'application' | 'sale'> & {
  person: { documentType: string | null; documentNumber: string | null };
};

/** What the banks of a sale's applications ask and lack; those that ended are left out. `others`: banks to compare with, by id. */
export const matrixFor = (
  ctx: Pick<Context, 'db' | 'now'>,
  { sale, person }: Pick<About, 'sale' | 'person'>,
  applications: readonly ApplicationFound['application'][],
  others: readonly number[] = [],
): Promise<Matrix> => {
  const live = applications.filter(({ stateId }) => !ENDED_APPLICATIONS.includes(stateId));
  return matrixOf(
    ctx,
    { id: sale.id, workSector: sale.workSector, nationality: nationalityOf(person) },
    [...new Set([...live.map(({ bankId }) => bankId), ...others])],
    live.map(({ id, bankId, answerDueOn, answeredAt }) => ({
      id,
      bankId,
      answerDueOn,
      answered: answeredAt !== null,
    })),
  );
};

/** What the rules of one application look at; `despite`: the caller gave a reason, and may. */
export const applicationFacts = (
  { application, sale }: Pick<About, 'application' | 'sale'>,
  matrix: Matrix,
  despite = false,
): ApplicationFacts => ({
  saleStateId: sale.stateId,
  paymentForm: sale.paymentForm,
  consented: matrix.consents.has('datos'),
  ...lacksOf(matrix, application.bankId),
  despite,
  chosen: application.chosen,
});
