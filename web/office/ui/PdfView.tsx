import { Loader, Pagination, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import 'react-pdf/dist/Page/AnnotationLayer.css';
import 'react-pdf/dist/Page/TextLayer.css';

pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;

interface PdfViewProps {
  url: string;
  /** Page width in px at zoom 1. */
  width: number;
  zoom: number;
  /** Rotation in degrees, a multiple of 90. */
  turn: number;
}

const FAILED = 'No se pudo abrir el PDF. Descárgalo para verlo.';
const LOCKED = 'Este PDF pide una contraseña. Pide uno sin ella.';

/**
 * A PDF, page by page. Load it only through lazy(): pdf.js is large. A damaged file shows its error here: with
 * suspense the error would replace the whole page, and nobody could reject the file.
 */
export function PdfView({ url, width, zoom, turn }: PdfViewProps) {
  const [pages, setPages] = useState(0);
  const [page, setPage] = useState(1);
  const [locked, setLocked] = useState(false);
  const failed = <Text role="alert">{FAILED}</Text>;
  if (locked) return <Text role="alert">{LOCKED}</Text>;
  return (
    <Stack align="center" gap="xs">
      <Document
        file={url}
        loading={<Loader aria-label="Cargando el PDF" />}
        error={failed}
        suspense={false}
        onPassword={() => setLocked(true)}
        onLoadSuccess={({ numPages }) => {
          setPages(numPages);
          setPage(1);
        }}
      >
        <Page
          pageNumber={page}
          width={width * zoom}
          rotate={turn}
          loading={<Loader aria-label="Cargando el PDF" />}
          error={failed}
          suspense={false}
        />
      </Document>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          size="sm"
          getItemProps={(n) => ({ 'aria-label': `Página ${n}` })}
        />
      )}
    </Stack>
  );
}
