import { Loader, Pagination, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import 'react-pdf/dist/Page/AnnotationLayer.css';
import 'react-pdf/dist/Page/TextLayer.css';

pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;

interface PdfViewProps {
  url: string;
  /** Width of a page in px, before the zoom. */
  width: number;
  zoom: number;
  /** Degrees, in quarters. */
  turn: number;
}

/** A PDF, page by page. Only ever loaded through lazy(): pdf.js is large. */
export function PdfView({ url, width, zoom, turn }: PdfViewProps) {
  const [pages, setPages] = useState(0);
  const [page, setPage] = useState(1);
  return (
    <Stack align="center" gap="xs">
      <Document
        file={url}
        loading={<Loader aria-label="Cargando el PDF" />}
        error={<Text role="alert">No se pudo abrir el PDF. Descárgalo para verlo.</Text>}
        onLoadSuccess={({ numPages }) => {
          setPages(numPages);
          setPage(1);
        }}
      >
        <Page pageNumber={page} width={width * zoom} rotate={turn} />
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
