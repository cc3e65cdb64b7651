import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconDownload, IconFileSpreadsheet, IconFileTypePdf, IconMailForward } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { urlOf, type EndpointSpec } from '#contract/endpoint.ts';
import {
  exportPath,
  isExportable,
  listExports,
  prepareExport,
  type ExportableList,
} from '#contract/company/exports/endpoints.ts';
import {
  DIRECT_ROWS,
  PDF_ROWS,
  type ExportFormat,
  type ExportRequest,
} from '#contract/company/exports/model.ts';
import { exportPermissions } from '#contract/exports.ts';
import { call } from '../../lib/call.ts';
import { download, save } from '../../lib/download.ts';
import { queryOf } from '../../lib/query.ts';
import { usePermissions } from '../../lib/session.ts';
import { toast } from '../toast.tsx';
import { followExport } from './prepared.tsx';

const MailListForm = lazy(() =>
  import('./MailListForm.tsx').then((module) => ({ default: module.MailListForm })),
);

interface ExportMenuProps {
  /** The list's endpoint. If it declares no exports or the user has no permission, nothing is shown. */
  list: EndpointSpec;
  /** The list's request: its filters and sort order apply to the file too. */
  asked: { params?: Record<string, unknown> | undefined; query: Record<string, unknown> };
  /** Keys of the visible columns. */
  columns: readonly string[];
  total: number;
  /** Export only the rows with these ids. */
  ids?: readonly (string | number)[];
}

const FORMATS: { format: ExportFormat; label: string; Icon: typeof IconDownload }[] = [
  { format: 'xlsx', label: 'Excel', Icon: IconFileSpreadsheet },
  { format: 'pdf', label: 'PDF', Icon: IconFileTypePdf },
];

/** Exports the filtered list or the selected rows. A very long list is exported by a background job. */
export function ExportMenu(props: ExportMenuProps) {
  const { list } = props;
  return isExportable(list) ? <Menus {...props} list={list} /> : null;
}

function Menus({
  list,
  asked: { params, query: asked },
  columns,
  total,
  ids,
}: ExportMenuProps & { list: ExportableList }) {
  const held = usePermissions();
  const may = exportPermissions(list.exports).some((permission) => held.has(permission));
  const [opened, setOpened] = useState(false);
  const [mailing, setMailing] = useState(false);
  const ready = useQuery({ ...queryOf(listExports), enabled: may && opened });
  const filters = Object.fromEntries(
    Object.entries(asked).filter(([key]) => key !== 'page' && key !== 'per_page'),
  );
  const run = useMutation({
    mutationFn: async (format: ExportFormat) => {
      if (format === 'xlsx' && !ids && total > DIRECT_ROWS) {
        const body: ExportRequest = {
          formato: format,
          columnas: [...columns],
          filtro: filters as ExportRequest['filtro'],
        };
        const { data } = await call(prepareExport(list), { body, ...(params && { params }) });
        followExport(data);
        return;
      }
      const query = {
        ...filters,
        formato: format,
        columnas: columns.join(','),
        ...(ids && { ids: ids.join(',') }),
      };
      await download(urlOf({ path: exportPath(list) }, { params, query }));
      if (format === 'pdf' && !ids && total > PDF_ROWS)
        toast.success(`El PDF lleva las primeras ${PDF_ROWS.toLocaleString('en-US')} filas; Excel, todas.`);
    },
  });
  if (!may) return null;
  const files = (ready.data?.data ?? []).filter((one) => one.file !== null);
  return (
    <>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={run.isPending}
          >
            Exportar
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={ids ? 'Exportar las elegidas' : 'Exportar como está filtrada'}>
          {FORMATS.map(({ format, label, Icon }) => (
            <Menu.Item
              key={format}
              leftSection={<Icon size={16} aria-hidden />}
              disabled={total === 0}
              onClick={() => run.mutate(format)}
            >
              {label}
            </Menu.Item>
          ))}
          {!ids && (
            <Menu.Item
              leftSection={<IconMailForward size={16} aria-hidden />}
              onClick={() => setMailing(true)}
            >
              Programar por correo
            </Menu.Item>
          )}
          {files.length > 0 && <Menu.Divider />}
          {files.map(({ id, file, title }) => (
            <Menu.Item key={id} onClick={() => file && save(file.url, file.name)}>
              Preparado: {title} · {file?.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {mailing && (
        <Suspense>
          <MailListForm
            title={list.exports.title}
            source={{
              lista: list.path,
              params: (params ?? {}) as Record<string, string | number>,
              filtro: filters as ExportRequest['filtro'],
              columnas: [...columns],
              pagina: location.pathname.startsWith('/oficina')
                ? `${location.pathname}${location.search}`.slice(0, 2000)
                : null,
            }}
            onClose={() => setMailing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
