export { ApiDocumentService } from './api-document.service';
export { CLIENT_TEXT, referenceMarkdown, SAMPLE_FACTS } from './reference-text';
export { ReferenceModule } from './reference.module';
