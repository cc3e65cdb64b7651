import { Stack } from '@mantine/core';
import { listImportKinds } from '#contract/overview/imports/endpoints.ts';
import { OTHER_LIST, usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { ImportHistory } from './ImportHistory.tsx';
import type { ImportSearch } from './importSearch.ts';
import { TriedImport } from './TriedImport.tsx';
import { TryImport } from './TryImport.tsx';

/** Imports a table from Excel: template, dry run, confirmation; below, the earlier imports. */
export function ImportPage({ search }: { search: ImportSearch }) {
  const patch = usePatchSearch();
  const kinds = useOptions(queryOf(listImportKinds));
  const open = (importacion: number | undefined) =>
    patch({ importacion, estado: undefined, per_page: undefined, ...OTHER_LIST });
  return (
    <>
      <PageHeader
        title="Importar desde Excel"
        count={null}
        text="Primero se prueba: nada se escribe hasta confirmarlo."
      />
      <Stack gap="md">
        {search.importacion === undefined ? (
          <>
            <TryImport
              kinds={kinds}
              kind={search.tipo}
              onKind={(tipo) => patch({ tipo })}
              onTried={(id) => open(id)}
            />
            <ImportHistory search={search} onOpen={open} />
          </>
        ) : (
          <TriedImport
            key={search.importacion}
            kinds={kinds}
            id={search.importacion}
            search={search}
            onClose={() => open(undefined)}
          />
        )}
      </Stack>
    </>
  );
}
