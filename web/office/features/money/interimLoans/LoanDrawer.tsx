import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { listCompanies } from '#contract/money/invoices/endpoints.ts';
import { changeLoan, createLoan } from '#contract/money/interimLoans/endpoints.ts';
import { DAY_COUNTS } from '#contract/money/interimLoans/interest.ts';
import { LoanForm, type Loan } from '#contract/money/interimLoans/model.ts';
import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import {
  CheckField,
  DayField,
  LongTextField,
  MoneyField,
  NumberField,
  OptionField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface LoanDrawerProps {
  /** Null: a new one. */
  loan: Loan | null;
  onClose: () => void;
  onMade?: (id: number) => void;
}

function initialOf(loan: Loan) {
  const price = loan.prices.find(({ model, lot }) => model === null && lot === null);
  return {
    version: loan.version,
    company_id: loan.company.id,
    project_id: loan.project.id,
    bank_id: loan.bank.id,
    number: loan.number,
    limit_cents: loan.limit_centavos,
    revolving: loan.revolving,
    starts_on: loan.starts_on,
    ends_on: loan.ends_on,
    day_count: loan.day_count,
    rate: loan.rate,
    bank_account_id: loan.bank_account.id,
    release_days: loan.release_days,
    closing_fee_cents: loan.closing_fee_centavos,
    release_cents: price?.cents ?? null,
    release_percent: price?.percent ?? null,
    release_least_cents: price?.least_centavos ?? 0,
    note: loan.note,
  };
}

/** Enters an interim loan, or corrects one that nobody approved yet. */
export function LoanDrawer({ loan, onClose, onMade }: LoanDrawerProps) {
  const companies = useOptions(queryOf(listCompanies, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const lenders = useOptions(queryOf(banks.list, {}));
  const accounts = useOptions(queryOf(listBankAccountOptions, {}));
  const form = useRecordForm({
    schema: LoanForm,
    initial: loan ? initialOf(loan) : { day_count: 'real_360', release_days: 5 },
    ...(loan === null && { proposed: { company_id: companies.length === 1 ? companies[0]!.id : null } }),
    send: (body, as, version) =>
      loan === null
        ? call(createLoan, { body }, as)
        : call(
            changeLoan,
            { params: { id: loan.id }, body: { ...body, version: version ?? loan.version } },
            as,
          ),
    success: loan === null ? 'Préstamo registrado. Lo aprueba otra persona.' : 'Préstamo corregido.',
    onDone: (answer) => {
      onClose();
      if (loan === null) onMade?.(answer.data.id);
    },
  });
  return (
    <FormDrawer
      title={loan === null ? 'Registrar préstamo' : 'Corregir el préstamo'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={loan === null ? 'Registrar préstamo' : 'Guardar'}
    >
      <OptionField
        of={form}
        name="company_id"
        label="Promotora"
        nothing="Elige la promotora"
        options={companies.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <OptionField
        of={form}
        name="project_id"
        label="Proyecto"
        nothing="Elige el proyecto"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <OptionField
        of={form}
        name="bank_id"
        label="Banco"
        nothing="Elige el banco"
        options={lenders.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
      <TextField of={form} name="number" label="Número del préstamo" maxLength={40} />
      <MoneyField of={form} name="limit_cents" label="Límite" />
      <CheckField of={form} name="revolving" label="Lo que se paga se puede volver a desembolsar" />
      <DayField of={form} name="starts_on" label="Inicio" />
      <DayField of={form} name="ends_on" label="Vencimiento" />
      <NumberField
        of={form}
        name="rate"
        label="Tasa anual, en %"
        description="Con el FECI, si el banco lo cobra."
        decimalScale={4}
        min={0}
        max={60}
      />
      <OptionField
        of={form}
        name="day_count"
        label="Cómo se cuentan los días"
        options={Object.entries(DAY_COUNTS).map(([value, label]) => ({ value, label }))}
      />
      <OptionField
        of={form}
        name="bank_account_id"
        label="Cuenta del banco"
        description="Donde llegan los desembolsos y de donde se paga."
        nothing="Elige la cuenta"
        options={accounts.map(({ id, nombre, numero }) => ({ value: id, label: `${nombre} (${numero})` }))}
      />
      <MoneyField
        of={form}
        name="release_cents"
        label="Precio de liberación por vivienda"
        description="O el porcentaje del precio de venta."
      />
      <NumberField
        of={form}
        name="release_percent"
        label="Liberación, en % del precio de venta"
        decimalScale={4}
        min={0}
        max={100}
      />
      <MoneyField of={form} name="release_least_cents" label="Como mínimo" />
      <NumberField
        of={form}
        name="release_days"
        label="Días para pagar una liberación"
        description="Desde que llega el desembolso del banco de la venta."
        allowDecimal={false}
        min={0}
      />
      <MoneyField of={form} name="closing_fee_cents" label="Comisión de cierre" />
      <LongTextField of={form} name="note" label="Nota" maxLength={1000} />
    </FormDrawer>
  );
}
