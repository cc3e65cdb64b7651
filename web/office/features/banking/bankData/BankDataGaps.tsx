import { Button, Stack, Text } from '@mantine/core';
import { BANK_FORM_PDF } from '#contract/banking/bankData/bankData.endpoints.ts';
import type { BankData } from '#contract/banking/bankData/bankData.model.ts';
import { urlOf } from '#contract/endpoint.ts';
import { download } from '#web/office/lib/download.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** What each bank still lacks, and a download of its filled form. */
export function BankDataGaps({ data, codigo }: { data: BankData; codigo: string }) {
  const names = new Map(data.banks.flatMap(({ gaps }) => gaps.map((gap) => [gap.name, gap] as const)));
  const lacking = [...names.values()].toSorted((a, b) => a.page - b.page);
  const get = (bankId: number) =>
    download(urlOf({ path: BANK_FORM_PDF }, { params: { codigo }, query: { banco_id: bankId } })).catch(
      (error: unknown) => toast.error(error),
    );
  return (
    <Stack gap="md">
      <Section title="Formularios" text="Todos se llenan con los mismos datos; nada se vuelve a escribir.">
        <ShortTable
          label="Formularios de los bancos"
          rows={data.banks}
          rowId={({ id }) => id}
          columns={[
            { title: 'Banco', render: ({ name }) => name },
            {
              title: 'Estado',
              render: ({ gaps, asks }) => (
                <StatePill
                  tone={gaps.length === 0 ? 'positive' : 'attention'}
                  label={
                    gaps.length === 0
                      ? 'Completo'
                      : `${gaps.length === 1 ? 'Falta' : 'Faltan'} ${gaps.length} de ${asks}`
                  }
                />
              ),
            },
            {
              title: 'Formulario',
              render: ({ id, template }) => (
                <PageLink to="/oficina/formularios-bancarios/$id" params={{ id }}>
                  {template ? 'Formulario del banco' : 'Formulario nuestro'}
                </PageLink>
              ),
            },
            {
              title: 'Descargar',
              quiet: true,
              align: 'right',
              render: ({ id, name }) =>
                data.may.pdf &&
                !data.masked && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => void get(id)}
                    aria-label={`Descargar el formulario de ${name}`}
                  >
                    Descargar PDF
                  </Button>
                ),
            },
          ]}
        />
      </Section>
      <Section title="Qué le falta a cada banco">
        {lacking.length === 0 ? (
          <Text c="dimmed">No le falta nada a ningún banco.</Text>
        ) : (
          <ShortTable
            label="Datos que faltan, por banco"
            rows={lacking}
            rowId={({ name }) => name}
            rowHeads
            columns={[
              {
                title: 'Dato',
                render: (gap) => (
                  <PageLink
                    to="/oficina/datos-bancarios/$codigo"
                    params={{ codigo }}
                    search={{ pagina: gap.page }}
                  >
                    {gap.label}
                  </PageLink>
                ),
              },
              ...data.banks.map((bank) => ({
                title: bank.name,
                render: (gap: (typeof lacking)[number]) =>
                  bank.gaps.some(({ name }) => name === gap.name) ? 'Falta' : '—',
              })),
            ]}
          />
        )}
      </Section>
    </Stack>
  );
}
