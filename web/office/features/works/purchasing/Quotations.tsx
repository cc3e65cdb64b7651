import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { removeQuotation } from '#contract/works/purchasing/endpoints.ts';
import type { MaterialRequest, Quotation, RequestLine } from '#contract/works/purchasing/model.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { useAction } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';

interface QuotationsProps {
  request: MaterialRequest;
  onAdd: () => void;
  onChange: (quotation: Quotation) => void;
  onOrder: (quotation: Quotation) => void;
}

/** The quotations of a request side by side: a column per supplier, the lowest price of each line marked. */
export function Quotations({ request, onAdd, onChange, onOrder }: QuotationsProps) {
  const { quotations, lines, may } = request;
  const price = (quotation: Quotation, line: RequestLine) => {
    const found = quotation.lines.find(({ line_id }) => line_id === line.id);
    if (!found)
      return (
        <Text c="dimmed" size="sm">
          No ofrece
        </Text>
      );
    return (
      <Stack gap={0} align="flex-end">
        <Text size="sm" fw={found.lowest ? 700 : 400}>
          <MoneyText centavos={found.price_centavos} />
        </Text>
        {found.lowest && quotations.length > 1 && (
          <Text size="xs" c="dimmed">
            Más bajo
          </Text>
        )}
      </Stack>
    );
  };
  const columns: ShortColumn<RequestLine>[] = [
    {
      title: 'Material',
      render: (line) => `${line.material.name}, ${quantityText(line.quantity, line.material.unit)}`,
    },
    ...quotations.map((quotation) => ({
      title: quotation.supplier.name,
      align: 'right' as const,
      render: (line: RequestLine) => price(quotation, line),
    })),
  ];
  return (
    <Section
      title="Cotizaciones"
      text="Lado a lado, por unidad y sin ITBMS. Elegir una más cara pide su motivo."
      actions={
        may.quote ? (
          <Button variant="default" size="compact-md" onClick={onAdd}>
            Agregar cotización
          </Button>
        ) : null
      }
    >
      {quotations.length === 0 ? (
        <EmptyState title="Aún no hay cotizaciones" text="Agrega la de cada proveedor para compararlas." />
      ) : (
        <Stack gap="md">
          <ShortTable
            label="Precios por proveedor"
            rows={lines}
            rowId={({ id }) => id}
            rowHeads
            columns={columns}
          />
          <ShortTable
            label="Totales por proveedor"
            rows={quotations}
            rowId={({ id }) => id}
            rowHeads
            marked={({ lowest }) => lowest && quotations.length > 1}
            columns={[
              {
                title: 'Proveedor',
                render: (one) => (
                  <Stack gap={2}>
                    <Text size="sm" fw={600}>
                      {one.supplier.name}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {one.number}
                      {one.terms && ` · ${one.terms}`}
                    </Text>
                    <Group gap={4}>
                      {one.lowest && quotations.length > 1 && (
                        <Badge variant="default" tt="none">
                          Total más bajo
                        </Badge>
                      )}
                      {!one.complete && (
                        <Badge variant="default" tt="none">
                          Incompleta
                        </Badge>
                      )}
                      {one.expired && (
                        <Badge color="red" variant="light" tt="none">
                          Vencida
                        </Badge>
                      )}
                    </Group>
                  </Stack>
                ),
              },
              {
                title: 'Entrega',
                render: ({ delivery_days }) => (delivery_days === null ? '' : `${delivery_days} días`),
              },
              { title: 'Vence', render: ({ valid_until }) => <DateText day={valid_until} /> },
              { title: 'Total con ITBMS', money: ({ total_centavos }) => total_centavos },
              {
                title: 'Acción',
                quiet: true,
                render: (one) => (
                  <Choice quotation={one} may={may.quote} onChange={onChange} onOrder={onOrder} />
                ),
              },
            ]}
          />
        </Stack>
      )}
    </Section>
  );
}

interface ChoiceProps extends Pick<QuotationsProps, 'onChange' | 'onOrder'> {
  quotation: Quotation;
  may: boolean;
}

function Choice({ quotation, may, onChange, onOrder }: ChoiceProps) {
  const remove = useAction(removeQuotation, { success: 'Cotización quitada.' });
  if (quotation.order) return <Text size="sm">{quotation.order.name}</Text>;
  if (!may) return null;
  return (
    <Group gap={4} justify="flex-end">
      <Button size="compact-md" onClick={() => onOrder(quotation)} disabled={quotation.expired}>
        Ordenar
      </Button>
      <Button variant="default" size="compact-md" onClick={() => onChange(quotation)}>
        Corregir
      </Button>
      <Button
        variant="default"
        size="compact-md"
        loading={remove.isPending}
        onClick={() => remove.mutate({ params: { id: quotation.id } })}
      >
        Quitar
      </Button>
    </Group>
  );
}
