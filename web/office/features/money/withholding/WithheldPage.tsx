import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addMonths, monthText } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { DGI_REPORT, issueCertificate, listWithheld } from '#contract/money/withholding/endpoints.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import type { WithheldSearch } from './retainedSearch.ts';

/** ITBMS withheld in a month, its certificates, and the reports 43 and 433 of the DGI. */
export function WithheldPage({ search }: { search: WithheldSearch }) {
  const today = useToday();
  const month = search.mes ?? addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
  const patch = usePatchSearch();
  const exports = useCan('contabilidad.exportar');
  const issues = useCan('contabilidad.aprobar');
  const query = useQuery(queryOf(listWithheld, { query: { mes: month } }));
  const issue = useAction(issueCertificate, { success: 'Certificado emitido.' });
  if (query.error) throw query.error;
  const list = query.data?.data;
  const over = addMonths(`${month}-01`, 1) <= today;
  return (
    <>
      <PageHeader title="ITBMS retenido e informes" count={null} actions={null} />
      <Stack gap="lg">
        <Group align="flex-end">
          <TextInput
            type="month"
            label="Mes"
            value={month}
            onChange={(event) => {
              const { value } = event.currentTarget;
              if (/^\d{4}-\d{2}$/.test(value)) patch({ mes: value });
            }}
          />
          {exports &&
            (['43', '433'] as const).map((report) => (
              <Anchor
                key={report}
                href={urlOf({ path: DGI_REPORT }, { params: { report }, query: { mes: month } })}
              >
                Informe {report}
              </Anchor>
            ))}
        </Group>
        {!list ? (
          <PendingPage />
        ) : list.length === 0 ? (
          <EmptyState
            title={`No se retuvo ITBMS en ${monthText(month)}`}
            text="Se cuenta lo pagado en el mes: facturas en lotes y cuentas de obra."
          />
        ) : (
          <Section
            title={`Retenido en ${monthText(month)}`}
            text={
              over
                ? 'El certificado no cambia después de emitirlo.'
                : 'El certificado se emite cuando el mes termina.'
            }
          >
            <ShortTable
              label="ITBMS retenido por proveedor"
              rows={list}
              rowId={({ key }) => key}
              rowHeads
              columns={[
                {
                  title: 'Proveedor',
                  render: ({ partner, company }) => (
                    <Stack gap={0}>
                      <Text size="sm">{partner.name}</Text>
                      <Text size="xs" c="dimmed">
                        RUC {partner.ruc} DV {partner.dv} · retiene {company.name}
                      </Text>
                    </Stack>
                  ),
                },
                { title: 'Documentos', align: 'right', render: ({ documents }) => documents },
                { title: 'ITBMS', money: ({ itbms_centavos }) => itbms_centavos, sum: true },
                { title: 'Retenido', money: ({ withheld_centavos }) => withheld_centavos, sum: true },
                {
                  title: 'Certificado',
                  render: ({ certificate, company, partner }) =>
                    certificate ? (
                      <Anchor href={certificate.url} target="_blank" rel="noreferrer" size="sm">
                        {certificate.code}
                      </Anchor>
                    ) : issues && over ? (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Emitir el certificado de ${partner.name}`}
                        onClick={() =>
                          issue.mutate({ body: { company_id: company.id, partner_id: partner.id, month } })
                        }
                      >
                        Emitir
                      </Button>
                    ) : (
                      ''
                    ),
                },
              ]}
            />
          </Section>
        )}
      </Stack>
    </>
  );
}
