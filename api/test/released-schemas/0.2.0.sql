ALTER TABLE webhook_endpoints ADD COLUMN created_by_token bigint;
ALTER TABLE webhook_endpoints ADD COLUMN paused_because text;
ALTER TABLE documents ADD COLUMN created_by_token bigint;
INSERT INTO kysely_migration (name, timestamp) VALUES
  ('0048-webhook-creators', '2026-11-26T18:00:00.000Z'),
  ('0049-document-creators', '2026-11-26T18:00:00.000Z');
UPDATE documents SET created_by_token = 1 WHERE status = 'UPLOADED';
UPDATE webhook_endpoints SET created_by_token = 1, paused_because = 'creator-revoked';
