INSERT INTO kysely_migration (name, timestamp) VALUES
  ('0001-initial', '2026-11-26T16:51:55.257Z'),
  ('0002-shared-emails', '2026-11-26T16:51:55.258Z'),
  ('0003-document-list', '2026-11-26T16:51:55.263Z'),
  ('0004-invitation-mails', '2026-11-26T16:51:55.264Z'),
  ('0005-signature-requests', '2026-11-26T16:51:55.265Z'),
  ('0006-guest-signing', '2026-11-26T16:51:55.266Z'),
  ('0007-agent-sessions', '2026-11-26T16:51:55.267Z'),
  ('0008-invitation-life', '2026-11-26T16:51:55.268Z'),
  ('0009-card-requests', '2026-11-26T16:51:55.269Z'),
  ('0010-cancelled-documents', '2026-11-26T16:51:55.270Z'),
  ('0011-annotations', '2026-11-26T16:51:55.271Z'),
  ('0012-sealing', '2026-11-26T16:51:55.272Z'),
  ('0013-issued-certificates', '2026-11-26T16:51:55.273Z'),
  ('0014-evidence-log', '2026-11-26T16:51:55.275Z'),
  ('0016-several-processes', '2026-11-26T16:51:55.276Z'),
  ('0017-data-moves', '2026-11-26T16:51:55.277Z'),
  ('0018-authenticated-logs', '2026-11-26T16:51:55.278Z'),
  ('0019-completion-certificates', '2026-11-26T16:51:55.279Z'),
  ('0020-invitations-open-alone', '2026-11-26T16:51:55.280Z'),
  ('0021-public-links', '2026-11-26T16:51:55.283Z'),
  ('0022-account-security', '2026-11-26T16:51:55.284Z'),
  ('0023-upload-keys', '2026-11-26T16:51:55.285Z'),
  ('0024-personal-data', '2026-11-26T16:51:55.286Z'),
  ('0025-document-groups', '2026-11-26T16:51:55.291Z'),
  ('0026-personal-messages', '2026-11-26T16:51:55.292Z'),
  ('0027-blob-findings', '2026-11-26T16:51:55.293Z'),
  ('0028-mail-priorities', '2026-11-26T16:51:55.294Z'),
  ('0029-causes-of-jobs', '2026-11-26T16:51:55.295Z'),
  ('0030-blob-prefixes', '2026-11-26T16:51:55.298Z'),
  ('0031-document-modes', '2026-11-26T16:51:55.299Z'),
  ('0032-asked-certificates', '2026-11-26T16:51:55.300Z'),
  ('0033-fva-requests', '2026-11-26T16:51:55.303Z'),
  ('0034-program-tokens', '2026-11-26T16:51:55.304Z'),
  ('0035-webhooks', '2026-11-26T16:51:55.305Z'),
  ('0036-deadlines', '2026-11-26T16:51:55.306Z'),
  ('0037-contacts', '2026-11-26T16:51:55.307Z'),
  ('0038-form-fields', '2026-11-26T16:51:55.310Z'),
  ('0039-templates', '2026-11-26T16:51:55.311Z'),
  ('0040-program-clients', '2026-11-26T16:51:55.312Z'),
  ('0041-embedding-origins', '2026-11-26T16:51:55.313Z'),
  ('0042-unmet-rules', '2026-11-26T16:51:55.314Z'),
  ('0043-bulk-jobs', '2026-11-26T16:51:55.315Z'),
  ('0044-replaced-widgets', '2026-11-26T16:51:55.316Z'),
  ('0045-fva-form-values', '2026-11-26T16:51:55.317Z'),
  ('0046-template-edits', '2026-11-26T16:51:55.318Z'),
  ('0047-listed-origins', '2026-11-26T16:51:55.319Z');
INSERT INTO users (id, username, username_key, first_name, last_name, email, email_key, phone, country, city, company, password_hash, created_at, email_verified_at, username_skeleton, deleted_at, documents_view) VALUES
  (2156036161691783, 'olga', 'olga', 'María José', 'Núñez', 'olga@example.com', 'olga@example.com', '+506 8888-8888', '', '', '', '$argon2id$v=19$m=19456,t=2,p=1$PmhTKp2RXjFhpF4F3BTeWQ$+WJdi5HDP80WOrNpAZW7YopLAeZnrTuPe8d+QNrdH8A', 1769882400000, NULL, 'olga', NULL, NULL);
INSERT INTO sessions (id, user_id, created_at, ended_at, end_reason, address, user_agent, last_used_at) VALUES
  (2949503343407512, 2156036161691783, 1769882400000, NULL, NULL, '127.0.0.1', 'lightMyRequest', 1769882400000);
INSERT INTO access_tokens (token_hash, session_id, expires_at) VALUES
  ('34853c652fd5fcc8492c3d011adfd08e05eb44fad11f49fccfa03e9238ed80b4', 2949503343407512, 1769884200000);
INSERT INTO refresh_tokens (token_hash, session_id, expires_at, used_at) VALUES
  ('c5f03495366bfd0ed5303250854aaba30e2356e76d136b7951d53647b955eecc', 2949503343407512, 1772474400000, NULL);
INSERT INTO documents (id, owner_id, original_filename, description, notes, file_type_id, pages, status, revision, uploaded_at, shared_at, deleted_at, name_key, search_text, completed_at, foreign_signatures, rewritten, public_link_at, cancelled_at, cancelled_by, cancel_reason, signing_order, link_code_at, waits_for, compacted, signing_mode, deadline, expired_at, edits_template) VALUES
  (6658415898772503, 2156036161691783, 'Contrato de alquiler.pdf', '', '', 1, 3, 'COMPLETED', 5, 1769882400000, NULL, NULL, 'contrato de alquiler.pdf', 'contrato de alquiler.pdf


ana rojas
luis mata', 1769882400000, 0, NULL, NULL, NULL, NULL, NULL, 'parallel', NULL, NULL, 1, 'electronic', NULL, NULL, 0),
  (8559654217168997, 2156036161691783, 'Contrato.pdf', '', '', 1, 3, 'UPLOADED', 1, 1769882400000, NULL, NULL, 'contrato.pdf', 'contrato.pdf

', NULL, 0, NULL, NULL, NULL, NULL, NULL, 'parallel', NULL, NULL, 1, 'electronic', NULL, NULL, 0);
INSERT INTO revisions (document_id, number, kind, sha256, size, created_at, request_key) VALUES
  (6658415898772503, 1, 'uploaded', '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', 4836, 1769882400000, NULL),
  (6658415898772503, 2, 'prepared', 'a75af652342760f2063f2742ced7905616300e54de722e85de074dca27569045', 5827, 1769882400000, NULL),
  (6658415898772503, 3, 'signed', 'd5e2f026eea2b99471b8ad24698ecfc2de04852f199a5bd4d3b0060bef3c518b', 24511, 1769882400000, NULL),
  (6658415898772503, 4, 'signed', 'c3fb2a9c2332a007c2306dd3036c2139d42e81897320bb35ccf08035e2b985d6', 43195, 1769882400000, NULL),
  (6658415898772503, 5, 'sealed', '515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f', 63436, 1769882400000, NULL),
  (8559654217168997, 1, 'uploaded', '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', 4836, 1769882400000, NULL);
INSERT INTO fields (id, document_id, position, client_id, field_type, signer_name, signer_email, x, y, width, height, page, label, created_at, signed_at, deleted_at, turn, signed_by_link_at, certificate_identification, has_form) VALUES
  (6922501253571215, 6658415898772503, 1, 'field_1', 'SECONDARY', 'Ana Rojas', 'ana@example.com', 0.25, 0.8, 0.3, 0.1, 1, 'Campo de Firma', 1769882400000, 1769882400000, NULL, NULL, NULL, NULL, 0),
  (949709735832002, 6658415898772503, 2, 'field_2', 'SECONDARY', 'Luis Mata', 'luis@example.com', 0.25, 0.8, 0.3, 0.1, 1, 'Campo de Firma', 1769882400000, 1769882400000, NULL, NULL, NULL, NULL, 0);
INSERT INTO signatures (field_id, document_id, revision, signer_name, signer_email, signed_at, certificate_serial, certificate_issuer, certificate_subject, certificate_valid_from, certificate_valid_to, timestamp_authority, timestamp_at, level, algorithm, request_key, agent, declared_identification, proven_identification, came_by, timestamp_source, revocation) VALUES
  (6922501253571215, 6658415898772503, 3, 'Ana Rojas', 'ana@example.com', 1769882400000, '5b8d4dafdf3a4aeadd86ea7b6d471272', 'Trazo Platform CA', 'Ana Rojas', 1769882400000, 1801418400000, 'Trazo Platform TSA', 1769882400000, 'B-T', 'ECDSA P-256 con SHA-256', NULL, 'simulated', NULL, NULL, 'invitation:8453633755449029', 'platform', NULL),
  (949709735832002, 6658415898772503, 4, 'Luis Mata', 'luis@example.com', 1769882400000, '540f11e9660554bf3c23887a3b640ab7', 'Trazo Platform CA', 'Luis Mata', 1769882400000, 1801418400000, 'Trazo Platform TSA', 1769882400000, 'B-T', 'ECDSA P-256 con SHA-256', NULL, 'simulated', NULL, NULL, 'invitation:961088822235991', 'platform', NULL);
INSERT INTO invitations (id, document_id, field_id, email, token_hash, created_at, expires_at, revoked_at, used_at, mail_id, seen_at, declined_at, decline_reason, reminded_at, silenced_at, proposed_at, proposed_name, proposed_email, proposal_note, reminders, resumed_at, turn_at, personal_message) VALUES
  (8453633755449029, 6658415898772503, 6922501253571215, 'ana@example.com', 'd3ecc04b395ecf969d5eb374bc2d63389b2bf87121a560efb1bdcc317481e811', 1769882400000, 1772474400000, NULL, 1769882400000, 6045048841158387, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, 1769882400000, NULL),
  (961088822235991, 6658415898772503, 949709735832002, 'luis@example.com', '3672379c0fec2c3c8b02ae0fa890f52422708661a588e7d7b677923e1082621f', 1769882400000, 1772474400000, NULL, 1769882400000, 7333995912464443, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, 1769882400000, NULL);
INSERT INTO outbox (id, kind, document_id, to_name, to_address, to_key, subject, text_body, html_body, attachment_name, attachment_sha256, created_at, state, attempts, next_attempt_at, claimed_until, sent_at, last_error, invitation_id, unsubscribe_url, claimed_by, priority, request_id, trace_parent) VALUES
  (6045048841158387, 'invitation', 6658415898772503, 'Ana Rojas', 'ana@example.com', 'ana@example.com', 'María José Núñez te invita a firmar «Contrato de alquiler.pdf»', 'Ana Rojas, tienes un documento por firmar María José Núñez t', '<!doctype html> <html lang="es"><head><meta charset="utf-8">', NULL, NULL, 1769882400000, 'sent', 1, 1769882400000, NULL, 1769882400000, NULL, 8453633755449029, 'https://trazo.example/home/api/unsubscribe?token=pjy3CJhExj8vX0JVA2nXEwWsI_s7K5sQS3Y512cl2Jc', 0, 1, '23cff926-e90d-420f-b8f7-16fb91942ad7', NULL),
  (7333995912464443, 'invitation', 6658415898772503, 'Luis Mata', 'luis@example.com', 'luis@example.com', 'María José Núñez te invita a firmar «Contrato de alquiler.pdf»', 'Luis Mata, tienes un documento por firmar María José Núñez t', '<!doctype html> <html lang="es"><head><meta charset="utf-8">', NULL, NULL, 1769882400000, 'sent', 1, 1769882400000, NULL, 1769882400000, NULL, 961088822235991, 'https://trazo.example/home/api/unsubscribe?token=ywetDVKqbHURWXcP-1HOtpQ0jfan4e88yY9v3O4AaSc', 0, 1, '41c8b70c-ea9f-4bff-b10d-1cd268dd2434', NULL),
  (7475438512691452, 'field-signed', 6658415898772503, 'María José Núñez', 'olga@example.com', 'olga@example.com', 'Ana Rojas firmó «Contrato de alquiler.pdf»', 'Ana Rojas firmó el documento Documento: Contrato de alquiler', '<!doctype html> <html lang="es"><head><meta charset="utf-8">', NULL, NULL, 1769882400000, 'pending', 0, 1769882400000, NULL, NULL, NULL, NULL, NULL, NULL, 2, '86255a1f-a16b-4d23-92b5-625a1df84151', NULL),
  (6175186507842207, 'document-completed', 6658415898772503, 'María José Núñez', 'olga@example.com', 'olga@example.com', '«Contrato de alquiler.pdf» está firmado por todas las personas', 'El documento está completo Todas las firmas de «Contrato de ', '<!doctype html> <html lang="es"><head><meta charset="utf-8">', 'Contrato de alquiler.pdf', '515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f', 1769882400000, 'pending', 0, 1769882400000, NULL, NULL, NULL, NULL, NULL, NULL, 2, 'cd18aa19-988e-4874-8c5d-a4c1353e990a', NULL),
  (6897414293253452, 'document-completed', 6658415898772503, 'Ana Rojas', 'ana@example.com', 'ana@example.com', '«Contrato de alquiler.pdf» está firmado por todas las personas', 'El documento está completo Todas las firmas de «Contrato de ', '<!doctype html> <html lang="es"><head><meta charset="utf-8">', 'Contrato de alquiler.pdf', '515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f', 1769882400000, 'pending', 0, 1769882400000, NULL, NULL, NULL, NULL, NULL, NULL, 2, 'cd18aa19-988e-4874-8c5d-a4c1353e990a', NULL),
  (7621959527283853, 'document-completed', 6658415898772503, 'Luis Mata', 'luis@example.com', 'luis@example.com', '«Contrato de alquiler.pdf» está firmado por todas las personas', 'El documento está completo Todas las firmas de «Contrato de ', '<!doctype html> <html lang="es"><head><meta charset="utf-8">', 'Contrato de alquiler.pdf', '515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f', 1769882400000, 'pending', 0, 1769882400000, NULL, NULL, NULL, NULL, NULL, NULL, 2, 'cd18aa19-988e-4874-8c5d-a4c1353e990a', NULL);
INSERT INTO audit_events (document_id, number, happened_at, kind, actor, data, previous_hash, hash, format, address, user_agent, revision_sha256, actor_name, actor_email) VALUES
  (6658415898772503, 1, 1769882400000, 'document-uploaded', 'user:2156036161691783', '{"sha256":"31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e","size":4836,"pages":3,"signatures":0}', '0000000000000000000000000000000000000000000000000000000000000000', 'bb51a8fe06184a3830b91f3843135479b24f1566ba312becce58507fdedd8d62', 3, '127.0.0.1', 'lightMyRequest', '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', 'María José Núñez', 'olga@example.com'),
  (6658415898772503, 2, 1769882400000, 'field-created', 'user:2156036161691783', '{"field":6922501253571215,"type":"SECONDARY","page":1}', 'bb51a8fe06184a3830b91f3843135479b24f1566ba312becce58507fdedd8d62', '7a2d264bec391916799593ed05e493f74a9192537eacef132cb209fd7b3dfc30', 3, '127.0.0.1', 'lightMyRequest', '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', 'María José Núñez', 'olga@example.com'),
  (6658415898772503, 3, 1769882400000, 'field-created', 'user:2156036161691783', '{"field":949709735832002,"type":"SECONDARY","page":1}', '7a2d264bec391916799593ed05e493f74a9192537eacef132cb209fd7b3dfc30', '36545d1e7d53d8bcdc5943da2e403a682a4d76698ecd557a268af0e6c005db75', 3, '127.0.0.1', 'lightMyRequest', '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', 'María José Núñez', 'olga@example.com'),
  (6658415898772503, 4, 1769882400000, 'mail-queued', 'system', '{"mail":6045048841158387,"about":"invitation","to":"ana@example.com"}', '36545d1e7d53d8bcdc5943da2e403a682a4d76698ecd557a268af0e6c005db75', '17c98e52323f20148c3f46e08eb1d06fdeed3ca3283b2348fbfe58f09f99a6a1', 3, NULL, NULL, '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', NULL, NULL),
  (6658415898772503, 5, 1769882400000, 'invitation-sent', 'user:2156036161691783', '{"field":6922501253571215,"expires":1772474400000}', '17c98e52323f20148c3f46e08eb1d06fdeed3ca3283b2348fbfe58f09f99a6a1', '8068df6af50bfbff416022ee829646e2985addbecb1b7a413057c65ff88705fe', 3, '127.0.0.1', 'lightMyRequest', '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', 'María José Núñez', 'olga@example.com'),
  (6658415898772503, 6, 1769882400000, 'mail-queued', 'system', '{"mail":7333995912464443,"about":"invitation","to":"luis@example.com"}', '8068df6af50bfbff416022ee829646e2985addbecb1b7a413057c65ff88705fe', '442c1e3d59434505ef1d881cd765b558809a554da29d477405c740116c132d4c', 3, NULL, NULL, '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', NULL, NULL),
  (6658415898772503, 7, 1769882400000, 'invitation-sent', 'user:2156036161691783', '{"field":949709735832002,"expires":1772474400000}', '442c1e3d59434505ef1d881cd765b558809a554da29d477405c740116c132d4c', 'c533b697f869931c76f2a989b10dbc916779fb60ad14a46925463f5b68f0c0b3', 3, '127.0.0.1', 'lightMyRequest', '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', 'María José Núñez', 'olga@example.com'),
  (6658415898772503, 8, 1769882400000, 'mail-sent', 'system', '{"mail":6045048841158387,"about":"invitation","to":"ana@example.com"}', 'c533b697f869931c76f2a989b10dbc916779fb60ad14a46925463f5b68f0c0b3', '7f5d590866489977b44c3be4dde958f3114107c69a771a7e2bac7d9e91e874e9', 3, NULL, NULL, '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', NULL, NULL),
  (6658415898772503, 9, 1769882400000, 'mail-sent', 'system', '{"mail":7333995912464443,"about":"invitation","to":"luis@example.com"}', '7f5d590866489977b44c3be4dde958f3114107c69a771a7e2bac7d9e91e874e9', 'c2e9365ebe900bfc9e1c54927fbcddfcd3e81784bf6488581e850719e27c4230', 3, NULL, NULL, '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', NULL, NULL),
  (6658415898772503, 10, 1769882400000, 'field-signed', 'guest:8453633755449029', '{"field":6922501253571215,"revision":3,"sha256":"d5e2f026eea2b99471b8ad24698ecfc2de04852f199a5bd4d3b0060bef3c518b","shown":"no declarado","certificate":"5b8d4dafdf3a4aeadd86ea7b6d471272","agent":"simulated","declared":null}', 'c2e9365ebe900bfc9e1c54927fbcddfcd3e81784bf6488581e850719e27c4230', '6e9ff660d3d86349cbbfe9fe802dd8a2e3817dd08d1f9510bc4aeddd352ca5f6', 3, '127.0.0.1', 'lightMyRequest', 'd5e2f026eea2b99471b8ad24698ecfc2de04852f199a5bd4d3b0060bef3c518b', 'Ana Rojas', 'ana@example.com'),
  (6658415898772503, 11, 1769882400000, 'mail-queued', 'system', '{"mail":7475438512691452,"about":"field-signed","to":"olga@example.com"}', '6e9ff660d3d86349cbbfe9fe802dd8a2e3817dd08d1f9510bc4aeddd352ca5f6', 'ec5155266ccd3f8dc9be9eee59e1ee6ec2e0f4cb5c2d6e757f706a20e1eaf56b', 3, NULL, NULL, 'd5e2f026eea2b99471b8ad24698ecfc2de04852f199a5bd4d3b0060bef3c518b', NULL, NULL),
  (6658415898772503, 12, 1769882400000, 'field-signed', 'guest:961088822235991', '{"field":949709735832002,"revision":4,"sha256":"c3fb2a9c2332a007c2306dd3036c2139d42e81897320bb35ccf08035e2b985d6","shown":"no declarado","certificate":"540f11e9660554bf3c23887a3b640ab7","agent":"simulated","declared":null}', 'ec5155266ccd3f8dc9be9eee59e1ee6ec2e0f4cb5c2d6e757f706a20e1eaf56b', '3d66665ecf9d2bbffe2fd7d89c7bd895b8b7c17b820f4fc0094d0933cc4845d3', 3, '127.0.0.1', 'lightMyRequest', 'c3fb2a9c2332a007c2306dd3036c2139d42e81897320bb35ccf08035e2b985d6', 'Luis Mata', 'luis@example.com'),
  (6658415898772503, 13, 1769882400000, 'document-sealed', 'system', '{"revision":5,"sha256":"515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f","log_head":"3d66665ecf9d2bbffe2fd7d89c7bd895b8b7c17b820f4fc0094d0933cc4845d3","level":"B-LTA"}', '3d66665ecf9d2bbffe2fd7d89c7bd895b8b7c17b820f4fc0094d0933cc4845d3', 'aa3cd7b9c7e094a2f2e59fd9be54a04f5fa1244d1f1f9294c5bc5104d0fe8569', 3, NULL, NULL, '515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f', NULL, NULL),
  (6658415898772503, 14, 1769882400000, 'document-completed', 'system', '{"sha256":"515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f","sealed":"inside","owner":"María José Núñez","owner_email":"olga@example.com"}', 'aa3cd7b9c7e094a2f2e59fd9be54a04f5fa1244d1f1f9294c5bc5104d0fe8569', '878ba5939f50d125cece814e6b47bc4751365be7e98fb1c5b44efe4f70f82de6', 3, NULL, NULL, '515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f', NULL, NULL),
  (6658415898772503, 15, 1769882400000, 'mail-queued', 'system', '{"mail":6175186507842207,"about":"document-completed","to":"olga@example.com"}', '878ba5939f50d125cece814e6b47bc4751365be7e98fb1c5b44efe4f70f82de6', '3533f153b837421c04a7a9446e61b127080956669bc0e119ee89dbe9d0d76dc0', 3, NULL, NULL, '515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f', NULL, NULL),
  (6658415898772503, 16, 1769882400000, 'mail-queued', 'system', '{"mail":6897414293253452,"about":"document-completed","to":"ana@example.com"}', '3533f153b837421c04a7a9446e61b127080956669bc0e119ee89dbe9d0d76dc0', '4245d93e1b8b21ee8ae647e848b23ad04d78c50d6631d568bdd2a9c985a0748a', 3, NULL, NULL, '515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f', NULL, NULL),
  (6658415898772503, 17, 1769882400000, 'mail-queued', 'system', '{"mail":7621959527283853,"about":"document-completed","to":"luis@example.com"}', '4245d93e1b8b21ee8ae647e848b23ad04d78c50d6631d568bdd2a9c985a0748a', '57704180c09a725913f17e9e75b2aff4f8b513f3a7b4a6f8780d6dab48fc6acd', 3, NULL, NULL, '515d885971fa0e11691d7456228beded67ae0f248250dc89916d485285af6f2f', NULL, NULL),
  (8559654217168997, 1, 1769882400000, 'document-uploaded', 'user:2156036161691783', '{"sha256":"31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e","size":4836,"pages":3,"signatures":0}', '0000000000000000000000000000000000000000000000000000000000000000', 'da902579ce01f05770b43119c587fd4f822d4b290d730af1965a8c1539e4303e', 3, '127.0.0.1', 'lightMyRequest', '31d0f14cc53c1f7752f52e35294948dcfb31028a6be00bf4e8551053dfce263e', 'María José Núñez', 'olga@example.com');
INSERT INTO reset_requests (id, email_key, created_at, expires_at, attempts, prepared_at) VALUES
  (1, 2, 3, 4, 5, 6);
INSERT INTO reset_codes (request_id, user_id, code_hash) VALUES
  (1, 2156036161691783, 3);
INSERT INTO agent_sessions (id, document_id, field_id, x, y, width, height, name, email, identification_type, identification_number, created_at, expires_at, ended_at, used_at, email_confirmed_at) VALUES
  (1, 6658415898772503, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
INSERT INTO card_requests (id, field_id, actor, request_key, base_sha256, drawing, certificate, to_be_signed, declared_type, declared_number, prepared_at, expires_at, revocation, form_values) VALUES
  (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
INSERT INTO saved_signatures (id, user_id, way, name, outlines, created_at) VALUES
  (1, 2156036161691783, 3, 4, 5, 6);
INSERT INTO seal_jobs (document_id, state, created_at, attempts, next_attempt_at, claimed_until, problem, last_error, finished_at, claimed_by, request_id, trace_parent, unmet_rules) VALUES
  (6658415898772503, 'done', 1769882400000, 1, 1769882400000, NULL, NULL, NULL, 1769882400000, 0, 'cd18aa19-988e-4874-8c5d-a4c1353e990a', NULL, NULL);
INSERT INTO seals (document_id, revision, sealed_at, log_head, level, timestamp_authority, timestamp_at, timestamp_source, timestamp_valid_to, missing) VALUES
  (6658415898772503, 5, 1769882400000, '3d66665ecf9d2bbffe2fd7d89c7bd895b8b7c17b820f4fc0094d0933cc4845d3', 'B-LTA', 'Trazo Platform TSA', 1769882400000, 'platform', 2085156000000, '[]');
INSERT INTO issued_certificates (issuer, serial_number, purpose, valid_to, issued_at, revoked_at, revocation_reason) VALUES
  ('cccd1f49f0fbf7546bf4989e60796e9c5b093ee8ef2422454e21848ccc950a62', '6263476ed2bd124e81f4c34f547ed952', 'authority', 2085156000000, 1769882400000, NULL, NULL),
  ('dcb3ab24a4f5fbde664a608606833f4508b8a1a452f258aa3a0fa5d33d8e8d5d', '48668d797ef1a21290a568aedeb86c55', 'time-stamp', 2085156000000, 1769882400000, NULL, NULL),
  ('dcb3ab24a4f5fbde664a608606833f4508b8a1a452f258aa3a0fa5d33d8e8d5d', '4faf9b863cb644151870e376e760c394', 'evidence', 2085156000000, 1769882400000, NULL, NULL),
  ('dcb3ab24a4f5fbde664a608606833f4508b8a1a452f258aa3a0fa5d33d8e8d5d', '5b8d4dafdf3a4aeadd86ea7b6d471272', 'signer', 1801418400000, 1769882400000, NULL, NULL),
  ('dcb3ab24a4f5fbde664a608606833f4508b8a1a452f258aa3a0fa5d33d8e8d5d', '540f11e9660554bf3c23887a3b640ab7', 'signer', 1801418400000, 1769882400000, NULL, NULL);
INSERT INTO installation_keys (name, fingerprint) VALUES
  ('guest-token.key', '62cab5e8c54a0fa0c44fca8f520a711b16a354ac57e7b8d8a788dd48ffe83b8f'),
  ('invitation-token.key', '2670779c6cb5eed55ab6e24e072d91ba7e0e855374f8c283f49865fe93ccc744'),
  ('reset-code.key', '49db68956375fa20621ce716524b2f6fe8cdcc8f2123fb4ea1d005672a516ad2'),
  ('second-factor.key', '86f00393a0fb52ad51b39102142ae5020b09edc972248d0e9837d23b9dd3f5e8'),
  ('platform/issuing.key', '6b37ec093fae04f632713739ad4a39af2bea22d4afe29bc308c292fbf886eaec'),
  ('platform/root.key', 'dd195e8da4646ebb3a1a912937739c7d4b1cdb9e6c8f6e611ee0cda30d89be40'),
  ('platform/tsa.key', '4cdcefd1971942ef61854795af03f1aecff3ee8e0bf37d56de82df9814c99c51'),
  ('evidence/log.key', '4534544fa45a4c9bd083e63252bab40e73726d377c453bfd3c0b6ce8db03fef2');
INSERT INTO attempt_counts (key, count, paused_until, ends_at) VALUES
  (1, 2, 3, 4);
INSERT INTO data_moves (source, started_at, finished_at) VALUES
  (1, 2, 3);
INSERT INTO moved_rows (table_name, last_row) VALUES
  (1, 2);
INSERT INTO moved_blobs (sha256) VALUES
  (1);
INSERT INTO log_heads (document_id, number, hash, authenticated_from, signed_at, key, signature, anchored) VALUES
  (6658415898772503, 17, '57704180c09a725913f17e9e75b2aff4f8b513f3a7b4a6f8780d6dab48fc6acd', 1, 1769882400000, 'f47f7fd61ad3823cc82457e79a5c877be762236d925b9d98bede65bd35d87482', 'MEUCIQDWda1EL51qmLSmxGwOp8quj4VzEDD+yWwBA4FNXFgUlQIgOh00rzFvA/HN1LEmp9VRIUJ+Ovn72ACYEtZUi9fAmU0=', 0),
  (8559654217168997, 1, 'da902579ce01f05770b43119c587fd4f822d4b290d730af1965a8c1539e4303e', 1, 1769882400000, 'f47f7fd61ad3823cc82457e79a5c877be762236d925b9d98bede65bd35d87482', 'MEYCIQCGnnWNzH6MFBqB0CWqjcv/1DfMsXjoMUs+JYVL7w5Z8QIhAPt9T3s8VEcIQesGBUINb/Gd3GadOiLHoWbGSzbBEbSm', 0);
INSERT INTO log_batches (number, previous, root, documents, made_at, key, signature, token) VALUES
  (1, 2, 3, 4, 5, 6, 7, 8);
INSERT INTO log_anchors (document_id, number, hash, batch, path) VALUES
  (6658415898772503, 2, 3, 1, 5);
INSERT INTO completion_certificates (document_id, state, created_at, attempts, next_attempt_at, claimed_until, claimed_by, last_error, made_at, sha256, size, request_id, trace_parent) VALUES
  (6658415898772503, 'pending', 1769882400000, 0, 1769882400000, NULL, NULL, NULL, NULL, NULL, NULL, 'cd18aa19-988e-4874-8c5d-a4c1353e990a', NULL);
INSERT INTO link_codes (id, document_id, email_key, code_hash, created_at, expires_at, attempts) VALUES
  (1, 6658415898772503, 3, 4, 5, 6, 7);
INSERT INTO email_confirmations (user_id, kind, email, token_hash, created_at, expires_at) VALUES
  (2156036161691783, 2, 3, 4, 5, 6);
INSERT INTO email_changes (id, user_id, old_email, old_verified_at, undo_hash, changed_at, undo_until) VALUES
  (1, 2156036161691783, 3, 4, 5, 6, 7);
INSERT INTO identity_proofs (token_hash, session_id, expires_at) VALUES
  (1, 2949503343407512, 3);
INSERT INTO security_events (id, user_id, happened_at, kind, detail, address, user_agent) VALUES
  (473859355460389, 2156036161691783, 1769882400000, 'registered', '', '127.0.0.1', 'lightMyRequest');
INSERT INTO familiar_devices (token_hash, user_id, created_at, expires_at) VALUES
  ('a5cb3825a195d053a7d7babbc66e59d317b447ef09566ff7f8be87bba9530cb4', 2156036161691783, 1769882400000, 1785434400000);
INSERT INTO totp_factors (user_id, secret, created_at, confirmed_at, last_step) VALUES
  (2156036161691783, 2, 3, 4, 5);
INSERT INTO recovery_codes (user_id, code_hash) VALUES
  (2156036161691783, 2);
INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at) VALUES
  (1, 2156036161691783, 3, 4, 5, 6, 7, 8, 9);
INSERT INTO auth_challenges (token_hash, kind, user_id, session_id, challenge, attempts, expires_at) VALUES
  (1, 2, 2156036161691783, 2949503343407512, 5, 6, 7);
INSERT INTO upload_keys (owner_id, request_key, fingerprint, document_id, hides_drawings, expires_at) VALUES
  (1, 2, 3, 4, 5, 6);
INSERT INTO document_skeletons (document_hash, content, key, signature, erased_at) VALUES
  (1, 2, 3, 4, 5);
INSERT INTO erased_anchors (document_hash, batch, leaf, path) VALUES
  (1, 1, 3, 4);
INSERT INTO erasures (document_id) VALUES
  (1);
INSERT INTO blob_removals (sha256, asked_at) VALUES
  (1, 2);
INSERT INTO removal_requests (id, document_id, invitation_id, asked_at, outcome) VALUES
  (1, 6658415898772503, 3, 4, 5);
INSERT INTO blob_findings (sha256, fault, found_at, checked_at) VALUES
  (1, 2, 3, 4);
INSERT INTO blob_scrubs (id, position, due_at, began_at, complete_since) VALUES
  (1, 2, 3, 4, 5);
INSERT INTO blob_prefixes (sha256, within, size) VALUES
  (1, 2, 3);
INSERT INTO fva_requests (id, document_id, field_id, requester, actor, origin, request_key, sent_sha256, declared_type, declared_number, shown, consent, external_id, state, problem, created_at, expires_at, form_values) VALUES
  (1, 6658415898772503, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18);
INSERT INTO program_tokens (id, user_id, name, token_hash, hint, scopes, created_at, expires_at, last_used_at, kind) VALUES
  (1, 2156036161691783, 3, 4, 5, 6, 7, 8, 9, 10);
INSERT INTO kept_replies (user_id, request_key, fingerprint, status, body, expires_at) VALUES
  (2156036161691783, 2, 3, 4, 5, 6);
INSERT INTO webhook_endpoints (id, user_id, url, events, state, secret, old_secret, old_secret_until, failing_since, created_at) VALUES
  (1, 2156036161691783, 3, 4, 5, 6, 7, 8, 9, 10);
INSERT INTO webhook_deliveries (id, endpoint_id, position, event_id, type, document_id, payload, created_at, state, attempts, next_attempt_at, claimed_until, claimed_by, attempted_at, answer_status, answer, answer_truncated, duration, problem) VALUES
  (1, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
INSERT INTO contacts (id, user_id, email_key, email, name, search_text, last_used_at) VALUES
  (7890572945893659, 2156036161691783, 'ana@example.com', 'ana@example.com', 'Ana Rojas', 'ana rojas
ana@example.com', 1769882400000),
  (3717607578442905, 2156036161691783, 'luis@example.com', 'luis@example.com', 'Luis Mata', 'luis mata
luis@example.com', 1769882400000);
INSERT INTO form_fields (id, document_id, field_id, client_id, label, help, required, page, x, y, width, height, position, rule, created_at, value, shown_value, replaces) VALUES
  (1, 6658415898772503, 6922501253571215, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18);
INSERT INTO form_drafts (field_id, document_id, requester, form_values, saved_at) VALUES
  (6922501253571215, 6658415898772503, 3, 4, 5);
INSERT INTO templates (id, owner_id, name, version, created_at, updated_at) VALUES
  (1, 2156036161691783, 3, 4, 5, 6);
INSERT INTO template_versions (template_id, version, sha256, size, pages, foreign_signatures, description, created_at) VALUES
  (1, 2, 3, 4, 5, 6, 7, 8);
INSERT INTO template_uses (document_id, owner_id, template_id, template_name, version, request_key, fingerprint, message) VALUES
  (6658415898772503, 2156036161691783, 3, 4, 5, 6, 7, 8);
INSERT INTO client_access_tokens (token_hash, client_id, scopes, expires_at) VALUES
  (1, 1, 3, 4);
INSERT INTO embedding_origins (id, user_id, origin, created_at) VALUES
  (1, 2156036161691783, 3, 4);
INSERT INTO bulk_jobs (id, owner_id, template_id, template_name, version, program_id, separator, request_key, fingerprint, state, reason, total, created_at, worked_at, finished_at, attempts, next_attempt_at, claimed_until, claimed_by) VALUES
  (1, 2156036161691783, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
INSERT INTO bulk_rows (job_id, row_number, state, request, document_id, error) VALUES
  (1, 2, 3, 4, 5, 6);
