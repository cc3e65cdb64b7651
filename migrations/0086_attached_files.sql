-- Files that a colleague attached to a record: nothing else names them, so whoever attached one may remove it.
ALTER TABLE "files" ADD COLUMN "attached" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- A statement's file stood under its account's number; comments and files of a statement are asked for by its own.
UPDATE files SET reference_id = s.id FROM bank_statements s WHERE s.file_id = files.id AND files.reference = 'extracto';
