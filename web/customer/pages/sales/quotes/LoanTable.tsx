import { formatPercent } from '#contract/money.ts';
import type { QuoteOutcome } from '#contract/sales/quotes/model.ts';
import { Money } from '#web/customer/components/Money.tsx';
import styles from './QuotePage.module.css';

const term = (months: number) => (months % 12 === 0 ? `${months / 12} años` : `${months} meses`);

interface Props {
  loan: NonNullable<QuoteOutcome['loan']>;
  subsidy: QuoteOutcome['subsidy'];
  months: number;
  bank: string | null;
}

/** The installment with the state's help, after its end, and without it. */
export function LoanTable({ loan, subsidy, months, bank }: Props) {
  return (
    <section className={styles.part}>
      <h2 id="letra">Tu letra{bank && `, con ${bank}`}</h2>
      <table className={styles.loan} aria-labelledby="letra">
        <thead>
          <tr>
            <th scope="col">Cuándo</th>
            <th scope="col">Tasa</th>
            <th scope="col">Al mes</th>
          </tr>
        </thead>
        <tbody>
          {loan.with && (
            <tr className={styles.best}>
              <th scope="row">Los primeros {term(loan.with.months)}</th>
              <td>{formatPercent(loan.with.rate_percent)}</td>
              <td>
                <Money cents={loan.with.installment_centavos} />
              </td>
            </tr>
          )}
          {loan.after && (
            <tr>
              <th scope="row">Después, {term(loan.after.months)} más</th>
              <td>{formatPercent(loan.after.rate_percent)}</td>
              <td>
                <Money cents={loan.after.installment_centavos} />
              </td>
            </tr>
          )}
          <tr>
            <th scope="row">{loan.with ? 'Si no tuvieras subsidio' : `Los ${term(months)}`}</th>
            <td>{formatPercent(loan.without.rate_percent)}</td>
            <td>
              <Money cents={loan.without.installment_centavos} />
            </td>
          </tr>
        </tbody>
      </table>
      <p className={styles.fine}>
        {subsidy?.applies
          ? `Con el interés preferencial el Estado paga ${formatPercent(subsidy.points_percent)} de la tasa por ${term(subsidy.months)}. ${subsidy.sure ? '' : 'Los puntos están por confirmar con el texto de la ley. '}Cuando termina, el banco recalcula tu letra.`
          : subsidy && `Sin interés preferencial: ${subsidy.reason}`}
      </p>
    </section>
  );
}
