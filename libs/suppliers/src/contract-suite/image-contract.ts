import { itDraws } from './image-answers';
import { itTakesCleanImages } from './image-bytes';
import { itSaysWhatWasBought } from './image-failures';
import { type ImageContract, ImageSubject } from './image-subject';

export function describeImageContract(contract: ImageContract): void {
  describe(`a supplier of images of the kind ${contract.title ?? contract.vendor}`, () => {
    const subject = new ImageSubject(contract);
    itDraws(subject);
    itTakesCleanImages(subject);
    itSaysWhatWasBought(subject);
  });
}
