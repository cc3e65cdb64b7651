import { useQuery } from '@tanstack/react-query';
import { listBankForms } from '#contract/banking/bankData/bankData.endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** Each bank's form: its fields, and whether it uses the bank's own PDF. */
export function BankFormsPage() {
  const query = useQuery(queryOf(listBankForms));
  if (query.error) throw query.error;
  const rows = query.data?.data;
  return (
    <>
      <PageHeader
        title="Formularios de bancos"
        count={rows?.length ?? null}
        text="Qué pide cada banco, cómo lo llama y en qué parte de su formulario va. Todos se llenan con los mismos datos bancarios."
      />
      {rows ? (
        <ShortTable
          label="Formularios de bancos"
          rows={rows}
          rowId={({ bank }) => bank.id}
          columns={[
            {
              title: 'Banco',
              render: ({ bank }) => (
                <PageLink to="/oficina/formularios-bancarios/$id" params={{ id: bank.id }}>
                  {bank.name}
                </PageLink>
              ),
            },
            {
              title: 'Pide',
              render: ({ own }) => (
                <StatePill tone={own ? 'progress' : 'neutral'} label={own ? 'Lo suyo' : 'Lo general'} />
              ),
            },
            { title: 'Datos', align: 'right', render: ({ asks }) => asks },
            { title: 'Obligatorios', align: 'right', render: ({ required }) => required },
            {
              title: 'Formulario',
              render: ({ template, mapped }) =>
                template ? `${template} · ${mapped} campos` : 'El nuestro, sin PDF del banco',
            },
          ]}
        />
      ) : (
        <PendingPage />
      )}
    </>
  );
}
