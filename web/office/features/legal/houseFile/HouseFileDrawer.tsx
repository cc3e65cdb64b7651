import { Alert, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getHouseFile } from '#contract/legal/houseFile/endpoints.ts';
import type { HouseFile } from '#contract/legal/houseFile/model.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { newestFirst } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { HouseFileForm } from './HouseFileForm.tsx';
import { HousePapers } from './HousePapers.tsx';

interface HouseFileDrawerProps {
  id: number;
  beside?: Beside;
  onClose: () => void;
}

/** The legal file of one house: what it lacks, its papers, its form, and who wrote what. */
export function HouseFileDrawer({ id, beside, onClose }: HouseFileDrawerProps) {
  const { data, error } = useQuery(queryOf(getHouseFile, { params: { id } }));
  const comments = useComments('expediente_vivienda', id);
  const seesSales = useCan('ventas.ver');
  const file = data?.data;
  return (
    <RecordDrawer
      title={file ? `${file.lote} · ${file.project.name}` : 'Expediente'}
      of={['expediente_vivienda', id]}
      record={file}
      error={error}
      beside={beside}
      onClose={onClose}
      size="xl"
    >
      {(one) => (
        <Stack gap="lg">
          {one.sale && (
            <Text size="sm">
              {one.sale.state.name} por{' '}
              {seesSales ? (
                <PageLink to="/oficina/ventas/$id" params={{ id: one.sale.id }} underline="always">
                  {one.sale.name}, {saleName(one.sale)}
                </PageLink>
              ) : (
                one.sale.name
              )}
              .
            </Text>
          )}
          <MissingAlert missing={one.missing} />
          <HousePapers file={one} />
          {one.may_edit ? <HouseFileForm file={one} /> : <Written file={one} />}
          <RecordTasks reference="expediente_vivienda" id={id} />
          <RecordFiles reference="expediente_vivienda" id={id} />
          <ActivityStream
            {...comments}
            items={
              comments.items &&
              newestFirst(
                one.history.map((line) => ({
                  id: `h${line.id}`,
                  kind: 'change' as const,
                  who: line.who ?? 'Sistema',
                  at: line.at,
                  text: line.text,
                })),
                comments.items,
              )
            }
          />
        </Stack>
      )}
    </RecordDrawer>
  );
}

const MissingAlert = ({ missing }: Pick<HouseFile, 'missing'>) =>
  missing.length === 0 ? (
    <Alert color="green" variant="light" title="Lista para su escritura." />
  ) : (
    <Alert color="yellow" variant="light" title="Falta para la escritura">
      <List size="sm">
        {missing.map(({ label }) => (
          <List.Item key={label}>{label}</List.Item>
        ))}
      </List>
    </Alert>
  );

/** The same for who may only read. */
function Written({ file }: { file: HouseFile }) {
  const day = (value: string | null) => value && <DateText day={value} />;
  return (
    <Facts
      rows={[
        ['Finca madre', file.finca_madre],
        ['Finca', file.finca],
        ['Código de ubicación', file.codigo_ubicacion],
        [
          'Valor catastral',
          file.valor_catastral_centavos !== null && <MoneyText centavos={file.valor_catastral_centavos} />,
        ],
        ['Segregación ingresada', day(file.segregacion_ingresada)],
        ['Segregación inscrita', day(file.segregacion_inscrita)],
        ['Permiso n.º', file.permiso_numero],
        ['Fecha del permiso', day(file.permiso_fecha)],
        ['Mejoras inscritas', day(file.mejoras_inscrita)],
        ['Liberación firmada', day(file.liberacion_firmada)],
        ['Liberación inscrita', day(file.liberacion_inscrita)],
      ]}
    />
  );
}
