-- Suppliers of materials are partners, too.
ALTER TABLE partners DROP CONSTRAINT partners_kind, ADD CONSTRAINT partners_kind CHECK (kind IN ('contratista', 'contratante', 'proveedor'));
