import { showDay } from '#contract/dates.ts';
import { FIELDS, fieldsOf, specOf, type FieldName } from '#contract/banking/bankData/bankData.fields.ts';
import { isAsked } from '#contract/banking/bankData/bankData.rules.ts';
import type { Values } from '#contract/banking/bankData/bankData.fields.ts';
import { formatPercent } from '#contract/money.ts';
import { Money } from '#web/customer/components/Money.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { DOCUMENTS } from './BankFields.tsx';
import { LAST, type BankPageData } from './useBankData.ts';
import styles from './BankDataPage.module.css';

/** A value as text for people. */
function textOf(name: FieldName, value: string): string {
  if (specOf(name).kind === 'check') return 'Sí';
  if (specOf(name).kind === 'money') return `USD\u00a0${value}`;
  if (specOf(name).kind === 'date' && /^\d{4}-/.test(value)) return showDay(value);
  return DOCUMENTS[value] ?? value;
}

/** The filled-in data by page, and the missing fields. */
export function BankSummary({ data }: { data: BankPageData }) {
  const { pages, values, rows, sale, loan, manyDebts } = data;
  const href = (page: number) => `/tramites/${sale.name}/datos-bancarios?pagina=${page}`;
  const lists: Readonly<Record<number, readonly (readonly [string, string])[]>> = {
    3: [
      ['Deudas', String(manyDebts || rows.deudas.length)],
      ['Referencias', rows.referencias.map((one) => one['nombre']).join(', ')],
    ],
    4: [['Grupo familiar', rows.grupo_familiar.map((one) => one['nombre']).join(', ')]],
  };
  return (
    <>
      {loan && (
        <Notice>
          <p>
            El banco te prestaría <Money cents={loan.amountCents} />.{' '}
            {loan.helped && (
              <>
                Con interés preferencial la letra sería de unos <Money cents={loan.helped.installmentCents} />{' '}
                al mes durante {loan.helped.months} meses.{' '}
              </>
            )}
            {loan.helped ? 'Sin él' : 'La letra'} sería de unos <Money cents={loan.installmentCents} /> al
            mes, con una tasa de {formatPercent(loan.rate)} al año.
          </p>
        </Notice>
      )}
      {pages
        .filter(({ page }) => page < LAST)
        .map(({ page, label, missing, state, skipped }) => (
          <section key={page} className={styles.summary} aria-label={label}>
            <h3>
              {label}
              {state === 'pendiente' && (
                <a href={href(page)}>
                  Corregir<span className="sr-only"> {label}</span>
                </a>
              )}
            </h3>
            {skipped && <p className={styles.dim}>Omitiste esta página.</p>}
            {missing.length > 0 && (
              <Notice tone="attention" title="Falta">
                <ul className={styles.lacks}>
                  {missing.map((one) => (
                    <li key={one.name}>{one.label}</li>
                  ))}
                </ul>
              </Notice>
            )}
            <dl className={styles.known}>
              {fieldsOf(page as Parameters<typeof fieldsOf>[0])
                .filter((name) => isAsked(name, values as Values) && values[name])
                .map((name) => (
                  <div key={name}>
                    <dt>{FIELDS[name].label}</dt>
                    <dd>{textOf(name, values[name] ?? '')}</dd>
                  </div>
                ))}
              {(lists[page] ?? [])
                .filter(([, text]) => text !== '' && text !== '0')
                .map(([label_, text]) => (
                  <div key={label_}>
                    <dt>{label_}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
    </>
  );
}
