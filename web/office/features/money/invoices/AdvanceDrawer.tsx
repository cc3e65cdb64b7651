import { useQuery } from '@tanstack/react-query';
import {
  createAdvance,
  listCompanies,
  listPayees,
  openOfSupplier,
} from '#contract/money/invoices/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { LongTextField, MoneyField, OptionField, SearchField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Asks for an advance to a supplier. */
export function AdvanceDrawer({ onClose }: { onClose: () => void }) {
  const payees = useOptions(queryOf(listPayees, {}));
  const companies = useOptions(queryOf(listCompanies, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const form = useRecordForm({
    schema: createAdvance.body,
    initial: {},
    proposed: { company_id: companies.length === 1 ? companies[0]!.id : null },
    onChange: (now, before) => (now.supplier_id === before.supplier_id ? {} : { order_id: null }),
    send: (body, as) => call(createAdvance, { body }, as),
    success: 'Anticipo pedido. Lo aprueba otra persona.',
    onDone: onClose,
  });
  const { supplier_id } = form.values;
  const open = useQuery({
    ...queryOf(openOfSupplier, { params: { id: Number(supplier_id ?? 0) } }),
    enabled: supplier_id !== null,
  }).data?.data;
  const named = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDrawer title="Pedir anticipo" opened onClose={onClose} {...form.frame} submitLabel="Pedir anticipo">
      <SearchField
        of={form}
        name="supplier_id"
        label="Proveedor"
        options={payees
          .filter(({ kind }) => kind !== 'contratista')
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      <OptionField
        of={form}
        name="company_id"
        label="Lo paga"
        nothing="Elige la empresa"
        options={named(companies)}
      />
      {open && open.orders?.length > 0 && (
        <OptionField
          of={form}
          name="order_id"
          label="Orden de compra"
          nothing="Sin orden"
          options={named(open.orders)}
        />
      )}
      <OptionField
        of={form}
        name="project_id"
        label="Proyecto"
        nothing="Ninguno"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <MoneyField of={form} name="cents" label="Monto" />
      <LongTextField of={form} name="reason" label="Para qué" maxLength={500} />
    </FormDrawer>
  );
}
