import { cashExpectationTypes } from '#contract/company/catalogs/accountingLists.ts';
import {
  changeExpectation,
  createExpectation,
  findExpectation,
} from '#contract/money/cashForecast/endpoints.ts';
import { ExpectationForm, type Expectation } from '#contract/money/cashForecast/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { CheckField, DayField, MoneyField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { useBooks } from '../ledger/useBooks.ts';

const valuesOf = (one: Expectation) => ({
  version: one.version,
  company_id: one.company.id,
  project_id: one.project?.id ?? null,
  type_id: one.type.id,
  concept: one.concept,
  centavos: one.centavos,
  first_on: one.first_on,
  monthly: one.monthly,
  until: one.until,
  archived: one.archived,
});

interface ExpectationDrawerProps {
  /** Null: a new one. */
  expectation: Expectation | null;
  onClose: () => void;
}

/** What no record says, with its day; monthly until a day, or without end. */
export function ExpectationDrawer({ expectation, onClose }: ExpectationDrawerProps) {
  const books = useBooks();
  const types = useOptions(queryOf(cashExpectationTypes.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const params = { id: expectation?.id ?? 0 };
  const form = useRecordForm({
    schema: ExpectationForm,
    initial: expectation ? valuesOf(expectation) : { monthly: false },
    proposed: { company_id: !expectation && books.length === 1 ? books[0]!.value : null },
    ...(expectation && { reread: async () => valuesOf((await call(findExpectation, { params })).data) }),
    send: (body, as, version) =>
      expectation
        ? call(changeExpectation, { params, body: { ...body, version } }, as)
        : call(createExpectation, { body }, as),
    success: 'Movimiento previsto guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={expectation ? 'Corregir previsto' : 'Nuevo movimiento previsto'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={expectation ? 'Guardar' : 'Agregar'}
      after={expectation && <RecordTalk reference="movimiento_previsto" id={expectation.id} />}
    >
      <OptionField
        of={form}
        name="type_id"
        label="Tipo"
        nothing="Elige de qué es"
        options={types.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
      <TextField of={form} name="concept" label="Concepto" maxLength={120} />
      <OptionField of={form} name="company_id" label="Empresa" nothing="Elige la empresa" options={books} />
      <OptionField
        of={form}
        name="project_id"
        label="Proyecto"
        nothing="Ninguno"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <MoneyField of={form} name="centavos" label="Monto" />
      <DayField of={form} name="first_on" label="Primer día" />
      <CheckField of={form} name="monthly" label="Se repite cada mes" />
      {form.values.monthly && (
        <DayField
          of={form}
          name="until"
          label="Hasta"
          description="Vacío: se repite sin fin."
          required={false}
        />
      )}
      {expectation && <CheckField of={form} name="archived" label="Quitado: ya no se espera" />}
    </FormDrawer>
  );
}
