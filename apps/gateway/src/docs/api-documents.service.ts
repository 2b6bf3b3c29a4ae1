import { Injectable } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import {
  apiRoutes,
  classSchemas,
  describedRoute,
  globalRules,
  openApiDocument,
  type OpenApiDocument,
} from '@shipyard/http';
import { CHAT_PATH, ChatController } from '../chat';
import { ConsoleSessionsService } from '../operators';
import { customerFacts, operatorFacts } from './api-facts';

interface Documents {
  customers: OpenApiDocument;
  operators: OpenApiDocument;
}

/** Made from the routes that serve, when one is asked for first: they would take a part of each start. */
@Injectable()
export class ApiDocumentsService {
  private documents: Documents | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly application: ApplicationConfig,
    private readonly sessions: ConsoleSessionsService,
  ) {}

  get(name: keyof Documents): OpenApiDocument {
    return (this.documents ??= this.make())[name];
  }

  private make(): Documents {
    const rules = globalRules(this.application);
    // The hot route is taken before Nest: see main.ts.
    const chat = describedRoute(ChatController, 'answer', { method: 'POST', path: CHAT_PATH, rules });
    const routes = [...apiRoutes(this.discovery, this.application), chat];
    const isForOperators = ({ path }: { path: string }) => path.startsWith('/admin/');
    const schemas = classSchemas();
    return {
      customers: openApiDocument(
        routes.filter((route) => !isForOperators(route)),
        customerFacts,
        schemas,
      ),
      operators: openApiDocument(routes.filter(isForOperators), operatorFacts(this.sessions.cookie), schemas),
    };
  }
}
